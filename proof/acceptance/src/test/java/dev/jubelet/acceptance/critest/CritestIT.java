package dev.jubelet.acceptance.critest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.acceptance.Crictl;
import dev.jubelet.acceptance.LogEnd;
import dev.jubelet.acceptance.Parts;
import dev.jubelet.acceptance.RealParts;
import dev.jubelet.acceptance.Resources;
import dev.jubelet.acceptance.host.ContainerdImages;
import dev.jubelet.acceptance.host.HostCgroups;
import dev.jubelet.acceptance.host.PrivateContainerd;
import dev.jubelet.app.host.PodNetwork;
import dev.jubelet.linux.mount.MountTable;
import dev.jubelet.linux.process.ProcessTable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Upstream's own judgement of the embedded runtime behind its socket. See docs/critest.md for what
 * is skipped, and why.
 */
final class CritestIT {
  /** Its image would have to have a digest that is written into critest. */
  private static final String IMPOSSIBLE = "public image with digest should be pulled and removed";

  private static final int USER_SPECS = 6;

  private static final Map<String, CritestReport> OURS = new TreeMap<>();

  @SuppressWarnings("NullAway.Init") // before all
  private static CritestNamespace place;

  @BeforeAll
  static void open() {
    RealParts.requireRoot();
    place =
        CritestNamespace.open(
            new CritestNamespace.Programs(
                RealParts.required("critest", Parts.critest()),
                RealParts.required("critest's program", Parts.effectiveUser()),
                RealParts.registry()));
  }

  @AfterAll
  static void close() {
    if (place != null) {
      place.close();
    }
  }

  @Test
  void passesEverySpecThatAppliesAndLeavesNothing() {
    passesEverySpecThatApplies("runc");
  }

  @Test
  @Tag("full")
  void passesThemWithCrunToo() {
    passesEverySpecThatApplies("crun");
  }

  private static void passesEverySpecThatApplies(String handler) {
    CritestReport report = ours(handler);
    assertThat(report.failed()).as(() -> LogEnd.of(place.log(handler), 400)).isEmpty();
    // Those of users are skipped by containerd, which leaves them to runc 1.2.
    assertThat(report.passed())
        .filteredOn(spec -> spec.contains("UserNamespaces"))
        .hasSize(USER_SPECS);
    assertThat(report.passed()).hasSizeGreaterThan(90);
  }

  @Test
  void passesEverySpecThatContainerdPasses() {
    SortedSet<String> missed = new TreeSet<>(ofContainerd());
    missed.removeAll(ours("runc").passed());
    assertThat(missed).isEmpty();
  }

  /** The list is of one version of containerd, so that few runs need to ask containerd itself. */
  @Test
  @Tag("full")
  void containerdPassesTheSpecsOfTheList() throws IOException {
    assertThat(containerd().passed()).isEqualTo(ofContainerd());
  }

  private static SortedSet<String> ofContainerd() {
    return Resources.lines(CritestIT.class, "specs-of-containerd.txt");
  }

  /** Minutes each, so that one run serves both questions. */
  private static CritestReport ours(String handler) {
    return OURS.computeIfAbsent(handler, CritestIT::run);
  }

  private static CritestReport run(String handler) {
    Path directory = place.directory().resolve(handler);
    CritestReport report;
    try (JubeletCri cri =
        JubeletCri.start(
            Files.createDirectory(directory), place.namespace(), place.registries(), handler)) {
      report = place.run(handler, cri.socket(), cri.around(), IMPOSSIBLE);
      if (!report.failed().isEmpty()) {
        System.out.println(cri.lastLines(60));
      }
      Crictl crictl = new Crictl(RealParts.crictl(), cri.endpoint());
      assertThat(crictl.sandboxes()).isEmpty();
      assertThat(crictl.containers()).isEmpty();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    assertThat(ProcessTable.mentioning(directory.toString())).isEmpty();
    assertThat(MountTable.read().beneath(directory)).isEmpty();
    return report;
  }

  private static CritestReport containerd() throws IOException {
    PodNetwork network = new PodNetwork("critest", "pods0", "10.90.0.0/16", true);
    PrivateContainerd containerd =
        new PrivateContainerd(
            RealParts.currentContainerd(),
            place.directory().resolve("c"),
            network,
            place.namespace(),
            place.registries());
    try {
      containerd.start(Duration.ofSeconds(30));
      Path pause = ContainerdImages.pause().write(place.directory().resolve("pause.tar"));
      containerd.importImages(List.of(pause));
      return place.run("containerd", containerd.socket(), List.of(), IMPOSSIBLE);
    } finally {
      containerd.erase();
      // critest names no parent for its pods, and then containerd keeps this one for all.
      HostCgroups.remove("k8s.io");
    }
  }
}
