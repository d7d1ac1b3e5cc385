package dev.jubelet.testkit;

import dev.jubelet.model.image.PulledImage;
import dev.jubelet.ports.OutsideFailure;
import dev.jubelet.ports.PullRecords;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Records of pulls in memory, on a disk that may fail. */
public final class FakePullRecords implements PullRecords {
  private final Set<String> begun = new LinkedHashSet<>();
  private final Map<String, PulledImage> pulled = new LinkedHashMap<>();
  private @Nullable OutsideFailure failure;

  /** From now on everything fails; with null nothing does. */
  public synchronized void fail(@Nullable OutsideFailure with) {
    failure = with;
  }

  private void check() {
    if (failure != null) {
      throw new OutsideFailure(failure.kind(), failure.text());
    }
  }

  @Override
  public synchronized void begin(String image) {
    check();
    begun.add(image);
  }

  @Override
  public synchronized void end(String image) {
    check();
    begun.remove(image);
  }

  @Override
  public synchronized boolean hasBegun(String image) {
    check();
    return begun.contains(image);
  }

  @Override
  public synchronized List<String> begun() {
    check();
    return List.copyOf(begun);
  }

  @Override
  public synchronized Optional<PulledImage> find(String imageRef) {
    check();
    return Optional.ofNullable(pulled.get(imageRef));
  }

  @Override
  public synchronized void put(PulledImage image) {
    check();
    pulled.put(image.imageRef(), image);
  }

  @Override
  public synchronized void prune(int most, Supplier<Set<String>> present, Instant notBefore) {
    check();
    if (pulled.size() > most) {
      Set<String> there = present.get();
      pulled
          .values()
          .removeIf(image ->
              !there.contains(image.imageRef()) && image.lastUpdatedTime().isBefore(notBefore));
    }
  }
}
