package dev.jubelet.acceptance.tour;

import static dev.jubelet.acceptance.tour.CgroupFile.CPU_QUOTA;
import static dev.jubelet.acceptance.tour.CgroupFile.CPU_SHARES;
import static dev.jubelet.acceptance.tour.CgroupFile.MEMORY_LIMIT;
import static dev.jubelet.acceptance.tour.CgroupFile.PIDS_LIMIT;
import static dev.jubelet.acceptance.tour.CgroupFile.SWAP_LIMIT;
import static dev.jubelet.acceptance.tour.Expectation.absent;
import static dev.jubelet.acceptance.tour.Expectation.containing;
import static dev.jubelet.acceptance.tour.Expectation.is;
import static dev.jubelet.acceptance.tour.Expectation.like;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** What pods may use of their node. */
final class ResourceTour {
  /** What the tour's node is configured with. */
  static final int PODS_PIDS_LIMIT = 200;

  private ResourceTour() {}

  static List<Example> examples() {
    return List.of(
        qos(),
        limits(),
        podResources(),
        resize(),
        outOfMemory(),
        pidsLimit(),
        hugePages(),
        swap(),
        tooLarge());
  }

  private static Example qos() {
    Example example = Example.of("qos");
    group(example.pod("qos-guaranteed"), "kubepods/pod")
        .reports("status/qosClass", "Guaranteed")
        .inspect("info/config/linux/resources/oom_score_adj", "-997");
    group(example.pod("qos-burstable"), "kubepods/burstable/pod")
        .reports("status/qosClass", "Burstable")
        .printed(like(".*oom score adjustment 99\\d"))
        .outside("/proc/PID/oom_score_adj", c -> c.proc("oom_score_adj").strip(), like("99\\d"));
    group(example.pod("qos-best-effort"), "kubepods/besteffort/pod")
        .reports("status/qosClass", "BestEffort")
        .prints("oom score adjustment 1000")
        .outside("/proc/PID/oom_score_adj", c -> c.proc("oom_score_adj").strip(), is("1000"));
    return example;
  }

  /** The group of its class, then the pod's, then the container's. */
  private static Example group(Example example, String parent) {
    return example.outside(
        "/proc/PID/cgroup",
        container -> {
          String wanted =
              "/%s/%s%s/%s"
                  .formatted(
                      container.pod().view().node().cgroupRoot(),
                      parent,
                      container.pod().uid(),
                      container.inspected().at("status", "id").text());
          String groups = container.proc("cgroup");
          return groups.lines().anyMatch(line -> line.endsWith(":" + wanted)) ? "there" : groups;
        },
        is("there"));
  }

  private static Example limits() {
    Example example =
        Example.of("limits")
            .inspect("info/runtimeSpec/linux/resources/cpu/shares", "102")
            .cgroup(CPU_QUOTA, "20000")
            .cgroup(MEMORY_LIMIT, mebibytes(64))
            .podCgroup(CPU_QUOTA, "30000")
            .podCgroup(MEMORY_LIMIT, mebibytes(96))
            .container("second")
            .inspect("info/runtimeSpec/linux/resources/cpu/shares", "51")
            .cgroup(CPU_QUOTA, "10000")
            .cgroup(MEMORY_LIMIT, mebibytes(32));
    // How weights follow from shares differs between versions of runc.
    return CgroupFile.isUnified() ? example : example.podCgroup(CPU_SHARES, "153");
  }

  private static Example podResources() {
    return Example.of("pod-resources")
        .container("free")
        .podCgroup(CPU_QUOTA, "30000")
        .podCgroup(MEMORY_LIMIT, mebibytes(96))
        .cgroup(CPU_QUOTA, "30000")
        .cgroup(MEMORY_LIMIT, mebibytes(96))
        .container("bound")
        .cgroup(CPU_QUOTA, "10000")
        .cgroup(MEMORY_LIMIT, mebibytes(32));
  }

  private static Example resize() {
    return Example.of("resize")
        .cgroup(CPU_QUOTA, "20000")
        .cgroup(MEMORY_LIMIT, mebibytes(64))
        .edit("cpu: 200m", "cpu: 300m")
        .cgroup(CPU_QUOTA, "30000")
        .podCgroup(CPU_QUOTA, "30000")
        .cgroup(MEMORY_LIMIT, mebibytes(64))
        .state("restartCount", "0")
        .state("resources/limits/cpu", "300m")
        .inspect("status/metadata/attempt", "0");
  }

  private static Example outOfMemory() {
    return Example.of("out-of-memory")
        .phase("Failed")
        .state("state/terminated/exitCode", "137")
        .where(Runtimes::alwaysTellOutOfMemory)
        .state("state/terminated/reason", "OOMKilled")
        .inspect("status/reason", "OOMKilled")
        .elsewhere()
        .check(
            "the reason is the runtime's",
            pod ->
                pod.document()
                        .at("status", "containerStatuses")
                        .items()
                        .getFirst()
                        .at("state", "terminated", "reason")
                        .text()
                    + ", as crictl inspect says "
                    + pod.container("main").inspected().at("status", "reason").text(),
            like("(OOMKilled|Error), .+ says OOMKilled|Error, .+ says Error"))
        .everywhere();
  }

  private static Example pidsLimit() {
    return Example.of("pids-limit").podCgroup(PIDS_LIMIT, String.valueOf(PODS_PIDS_LIMIT));
  }

  /** EmulatedMachineIT runs it on a machine that has such pages. */
  private static Example hugePages() {
    return Example.of("huge-pages")
        .where(node -> hugePagesOfMachine() >= 2)
        .printed(containing(" /pages hugetlbfs "))
        .mount("/pages", " - hugetlbfs ")
        .elsewhere()
        .phase("Failed")
        .reports("status/reason", "OutOfhugepages-2Mi")
        .reports("status/message", containing("hugepages-2Mi"))
        .reports("status/podIP", absent())
        .everywhere();
  }

  private static long hugePagesOfMachine() {
    Path count = Path.of("/sys/kernel/mm/hugepages/hugepages-2048kB/nr_hugepages");
    return Files.exists(count) ? Long.parseLong(ContainerView.read(count).strip()) : 0;
  }

  /** EmulatedMachineIT shows the same on a machine that has swap and allows it. */
  private static Example swap() {
    Example example = Example.of("swap").prints("runs").cgroup(MEMORY_LIMIT, mebibytes(64));
    return CgroupFile.isUnified() || SWAP_LIMIT.isThere()
        ? example.cgroup(SWAP_LIMIT, CgroupFile.isUnified() ? "0" : mebibytes(64))
        : example.inspect("info/runtimeSpec/linux/resources/memory/swap", absent());
  }

  private static Example tooLarge() {
    return Example.of("too-large")
        .phase("Failed")
        .reports("status/reason", "OutOfcpu")
        .reports("status/podIP", absent());
  }

  private static String mebibytes(long count) {
    return String.valueOf(count << 20);
  }
}
