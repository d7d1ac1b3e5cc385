package dev.jubelet.acceptance.machine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.acceptance.Document;
import dev.jubelet.acceptance.Parts;
import dev.jubelet.acceptance.RealParts;
import dev.jubelet.acceptance.Resources;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What only a kernel with cgroup v2, AppArmor and all capabilities can show. */
final class EmulatedMachineIT {
  private static final Duration PATIENCE = Duration.ofMinutes(8);
  private static final List<String> PODS =
      List.of("guaranteed", "burstable", "besteffort", "confined", "unknown", "raised", "hungry");

  @SuppressWarnings("NullAway.Init")
  private static MachineReport report;

  /** One boot for all, since it takes minutes; the tests read what it wrote down. */
  @BeforeAll
  static void runMachine(@TempDir Path directory) throws IOException {
    MachineParts parts = RealParts.required("qemu with a kernel", MachineParts.find());
    EmulatedMachine machine =
        new EmulatedMachine(parts, RealParts.debianContainerd(), directory)
            .with("/etc/kubelet.yaml", resource("kubelet.yaml"))
            .with("/etc/apparmor.d/jubelet-proof", resource("jubelet-proof"));
    for (String pod : PODS) {
      machine.with("/etc/manifests/" + pod + ".yaml", resource("manifests/" + pod + ".yaml"));
    }
    machine.with(
        "/etc/manifests/huge-pages.yaml",
        Files.readString(Parts.repository().resolve("examples/huge-pages.yaml")));
    report = machine.run(resource("scenario"), PATIENCE);
  }

  @Test
  void allWaitsWereRewarded() {
    assertThat(report.text("scenario.log"))
        .as(report.text("jubelet.log") + report.console())
        .endsWith("the end")
        .doesNotContain("in vain");
    assertThat(report.exit()).isZero();
  }

  @Test
  void guaranteedPodHasItsLimitsAndTheLowestScore() {
    String pod = "cgroup/kubepods/pod" + uid("guaranteed");
    assertThat(values(pod, "cpu.max", "cpu.weight", "memory.max", "pids.max"))
        .containsExactly("25000 100000", "10", "67108864", "64");
    String container = pod + "/" + containerId("guaranteed");
    assertThat(values(container, "cpu.max", "cpu.weight", "memory.max", "memory.swap.max"))
        .containsExactly("25000 100000", "10", "67108864", "0");
    assertThat(report.text(container + "/memory.oom.group")).isEqualTo("1");
    assertThat(report.text(container + "/oom_score_adj")).isEqualTo("-997");
  }

  @Test
  void burstablePodIsScoredByItsShareOfTheMemory() {
    String pod = "cgroup/kubepods/burstable/pod" + uid("burstable");
    // 512 shares of 2 to 262144, as 1 to 10000.
    assertThat(values(pod, "cpu.max", "cpu.weight", "memory.max"))
        .containsExactly("max 100000", "20", "268435456");
    long score = 1000 - 1000 * (128L << 20) / Long.parseLong(report.text("memory"));
    assertThat(report.text(pod + "/" + containerId("burstable") + "/oom_score_adj"))
        .isEqualTo(Long.toString(score));
  }

  @Test
  void bestEffortPodHasTheSmallestWeightAndTheHighestScoreAndNoSwap() {
    String pod = "cgroup/kubepods/besteffort/pod" + uid("besteffort");
    assertThat(report.text("cgroup/kubepods/besteffort/cpu.weight")).isEqualTo("1");
    assertThat(values(pod, "cpu.max", "cpu.weight", "memory.max"))
        .containsExactly("max 100000", "1", "max");
    String container = pod + "/" + containerId("besteffort");
    assertThat(values(container, "oom_score_adj", "memory.swap.max")).containsExactly("1000", "0");
  }

  @Test
  void everyPodHasTheControllersThatLimitsNeed() {
    for (String pod : List.of("guaranteed", "burstable", "besteffort")) {
      String group = groupOf(pod);
      assertThat(report.text(group + "/cgroup.controllers").split(" "))
          .as(group)
          .contains("cpu", "cpuset", "memory", "hugetlb", "pids");
    }
  }

  @Test
  void burstableClassWeighsAsMuchAsItsPods() {
    assertThat(report.text("cgroup/kubepods/burstable/cpu.weight")).isEqualTo("20");
    assertThat(report.text("weight-without-burstable")).isEqualTo("1");
  }

  @Test
  void localhostProfileConfinesItsContainer() {
    assertThat(report.text(groupOf("confined") + "/" + containerId("confined") + "/apparmor"))
        .isEqualTo("jubelet-proof (enforce)");
    assertThat(report.text("marks/forbidden")).isEqualTo("refused");
  }

  @Test
  void containerWithoutAWishHasTheProfileOfTheRuntime() {
    assertThat(report.text(groupOf("besteffort") + "/" + containerId("besteffort") + "/apparmor"))
        .isEqualTo("cri-containerd.apparmor.d (enforce)");
  }

  @Test
  void profileThatNobodyLoadedIsRefusedAndTold() {
    Document waiting = container("unknown").at("state", "waiting");
    assertThat(waiting.at("reason").text()).isEqualTo("CreateContainerError");
    assertThat(waiting.at("message").text()).contains("nobody-loaded-this");
    assertThat(report.text("profiles")).doesNotContain("nobody-loaded-this");
    assertThat(report.text("marks/unknown")).isEmpty();
  }

  @Test
  void capabilityRaisesAHardLimit() {
    assertThat(Long.parseLong(report.text("marks/inherited"))).isLessThan(200_000);
    assertThat(report.text("marks/own")).isEqualTo("200000");
    assertThat(report.text(groupOf("raised") + "/" + containerId("raised") + "/limits"))
        .containsPattern("Max open files +200000 +200000");
  }

  @Test
  void hungryContainerDiesWholeAndIsReportedAsKilledForMemory() {
    Document container = container("hungry");
    Document ended =
        container.at("state", "terminated").present()
            ? container.at("state", "terminated")
            : container.at("lastState", "terminated");
    assertThat(ended.at("reason").text()).isEqualTo("OOMKilled");
    assertThat(ended.at("exitCode").number()).isEqualTo(137);
    Map<String, Long> events = counts("cgroup/kubepods/pod" + uid("hungry") + "/memory.events");
    assertThat(events.get("oom_group_kill")).isPositive();
    assertThat(events.get("oom_kill")).isGreaterThanOrEqualTo(2);
  }

  @Test
  void hugePagesAreLimitedAndMounted() {
    String pod = groupOf("huge-pages");
    String container = pod + "/" + containerId("huge-pages");
    assertThat(report.text(pod + "/hugetlb.2MB.max")).isEqualTo("4194304");
    assertThat(report.text(container + "/hugetlb.2MB.max")).isEqualTo("4194304");
    assertThat(report.text(container + "/hugetlbfs")).contains(" /pages hugetlbfs ", "pagesize=2M");
    assertThat(report.text(groupOf("guaranteed") + "/hugetlb.2MB.max")).isEqualTo("0");
  }

  /** Kubernetes: pods from manifests are critical, and critical pods do not swap. */
  @Test
  void noPodOfAManifestSwapsThoughTheNodeAllowsIt() {
    assertThat(Long.parseLong(report.text("swap"))).isPositive();
    for (String pod : List.of("guaranteed", "burstable", "besteffort", "huge-pages")) {
      assertThat(report.text(groupOf(pod) + "/" + containerId(pod) + "/memory.swap.max"))
          .as(pod)
          .isEqualTo("0");
    }
  }

  private static String groupOf(String pod) {
    String classes =
        switch (document(pod).at("status", "qosClass").text()) {
          case "Burstable" -> "burstable/";
          case "BestEffort" -> "besteffort/";
          default -> "";
        };
    return "cgroup/kubepods/" + classes + "pod" + uid(pod);
  }

  private static String uid(String pod) {
    return document(pod).at("metadata", "uid").text();
  }

  private static String containerId(String pod) {
    return container(pod).at("containerID").text().replace("containerd://", "");
  }

  private static Document container(String pod) {
    return document(pod).at("status", "containerStatuses").items().getFirst();
  }

  private static Document document(String pod) {
    return Document.parse(report.text("pods.json")).at("items").items().stream()
        .filter(each -> each.at("metadata", "name").text().equals(pod + "-emulated"))
        .findFirst()
        .orElseThrow(() -> new AssertionError("Jubelet tells of no pod " + pod));
  }

  private static List<String> values(String group, String... files) {
    return List.of(files).stream().map(file -> report.text(group + "/" + file)).toList();
  }

  private static Map<String, Long> counts(String file) {
    return Pattern.compile("(\\S+) (\\d+)")
        .matcher(report.text(file))
        .results()
        .collect(Collectors.toMap(each -> each.group(1), each -> Long.parseLong(each.group(2))));
  }

  private static String resource(String name) {
    return Resources.text(EmulatedMachineIT.class, name);
  }
}
