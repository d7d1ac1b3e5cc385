package dev.jubelet.sources;

import dev.jubelet.codec.PodManifests;
import dev.jubelet.codec.RecordSize;
import dev.jubelet.ports.MemoryBudget;
import dev.jubelet.ports.MemoryShares;
import dev.jubelet.ports.OutsideFailure;
import java.util.Set;

/** What the manifests of a source hold of the memory that there is for manifests. */
final class ManifestMemory {
  private final MemoryShares<String> shares;

  ManifestMemory(MemoryBudget budget) {
    this.shares = new MemoryShares<>(budget);
  }

  /**
   * A manifest says this from now on. Where there is no memory for that it says what it said
   * before.
   *
   * @return why it does not fit, or ""
   */
  String take(String name, PodManifests.Parsed parsed) {
    try {
      shares.resize(name, RecordSize.of(parsed.pods()) + RecordSize.of(parsed.objects()));
      return "";
    } catch (OutsideFailure exhausted) {
      return exhausted.text();
    }
  }

  /** Only these are there any more. */
  void retain(Set<String> names) {
    shares.retain(names);
  }
}
