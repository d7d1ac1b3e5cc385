package dev.jubelet.acceptance.tour;

import static dev.jubelet.acceptance.tour.Expectation.absent;
import static dev.jubelet.acceptance.tour.Expectation.containing;
import static dev.jubelet.acceptance.tour.Expectation.like;

import dev.jubelet.acceptance.Document;
import dev.jubelet.acceptance.RealNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Whom containers run as, and what they may do. */
final class SecurityTour {
  // containerd's defaults: chown, dac_override, fowner, fsetid, kill, setgid, setuid, setpcap,
  // net_bind_service, net_raw, sys_chroot, mknod, audit_write, setfcap.
  private static final String DEFAULT_CAPABILITIES = "00000000a80425fb";

  private SecurityTour() {}

  static List<Example> examples() {
    return List.of(
        users(),
        groupsOfImages(),
        nonRoot(),
        capabilities(),
        privileged(),
        escalation(),
        readOnlyRoot(),
        seccomp(),
        seccompOfNode(),
        sysctls(),
        hostNamespaces(),
        sharedProcesses(),
        ownUsers());
  }

  /** What examples need to find on a node. */
  static void prepare(RealNode node) {
    try {
      Path profiles = Files.createDirectories(node.root().resolve("seccomp"));
      Files.copy(
          Example.directory().resolve("profiles/no-mkdir.json"), profiles.resolve("no-mkdir.json"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Example users() {
    return Example.of("users")
        .prints("user 1000, group 2000, groups 2000 3000 4000")
        .process("Uid", "1000 1000 1000 1000")
        .process("Gid", "2000 2000 2000 2000")
        .process("Groups", like("(2000 )?3000 4000"))
        .inspect("info/runtimeSpec/process/user/uid", "1000")
        .container("other")
        .prints("user 1001, group 2000, groups 2000 3000 4000")
        .process("Uid", "1001 1001 1001 1001");
  }

  private static Example nonRoot() {
    return Example.of("run-as-non-root")
        .container("guest")
        .prints("user 1000")
        .process("Uid", "1000 1000 1000 1000")
        .container("root")
        .state("state/waiting/reason", "CreateContainerConfigError")
        .state(
            "state/waiting/message",
            containing("container has runAsNonRoot and image will run as root"));
  }

  private static Example capabilities() {
    return Example.of("capabilities")
        .container("default")
        .prints("CapEff:\t" + DEFAULT_CAPABILITIES)
        .process("CapEff", DEFAULT_CAPABILITIES)
        .container("more")
        .prints("made a bridge")
        .process("CapEff", "00000000a00435fb")
        .container("none")
        .prints("may not change the owner")
        .process("CapEff", "0000000000000000")
        .process("CapBnd", "0000000000000000");
  }

  private static Example privileged() {
    return Example.of("privileged")
        .prints("mounted", "may write to /proc/sys")
        .mount("/tmp", " - tmpfs ")
        .inspect("info/config/linux/security_context/privileged", "true")
        .container("ordinary")
        .prints("may not mount")
        .mount("/tmp", absent())
        .process("CapEff", DEFAULT_CAPABILITIES);
  }

  private static Example escalation() {
    return Example.of("privilege-escalation")
        .prints("NoNewPrivs:\t1")
        .process("NoNewPrivs", "1")
        .container("ordinary")
        .prints("NoNewPrivs:\t0")
        .process("NoNewPrivs", "0");
  }

  private static Example readOnlyRoot() {
    return Example.of("read-only-root")
        .prints("the root is read-only", "the volume is not")
        .mount("/", like(".* / / ro.*"))
        .mount("/scratch", " /scratch rw");
  }

  private static Example seccomp() {
    return Example.of("seccomp")
        .prints("Seccomp:\t2", "may not make a namespace")
        .process("Seccomp", "2")
        .container("free")
        .prints("Seccomp:\t0")
        .process("Seccomp", "0")
        .inspect("info/runtimeSpec/linux/seccomp", absent());
  }

  private static Example seccompOfNode() {
    return Example.of("seccomp-localhost")
        .prints("may not make a directory")
        .process("Seccomp", "2")
        .inspect("info/runtimeSpec/linux/seccomp/syscalls/0/names", "mkdir mkdirat");
  }

  private static Example sysctls() {
    return Example.of("sysctls")
        .prints("ports from 80", "40000\t50000")
        .sandbox("info/config/linux/sysctls/net.ipv4.ip_local_port_range", "40000 50000")
        .pod("sysctls-unsafe")
        .phase("Failed")
        .reports("status/reason", "SysctlForbidden")
        .reports("status/containerStatuses/name=main/state/running", absent());
  }

  private static Example hostNamespaces() {
    return Example.of("host-namespaces")
        .prints("node0:", "pods0:")
        .namespaceOfNode("pid", true)
        .namespaceOfNode("ipc", true)
        .namespaceOfNode("mnt", false)
        .outside(
            "is in the node's network",
            container -> {
              String kubelet = "/proc/" + container.pod().view().node().kubelet().pid() + "/ns/net";
              return String.valueOf(
                  container.namespace("net").equals(ContainerView.link(Path.of(kubelet))));
            },
            Expectation.is("true"));
  }

  private static Example sharedProcesses() {
    return Example.of("shared-process-namespace")
        .container("watcher")
        .prints("found the worker", "is not number 1")
        .namespaceOfNode("pid", false)
        .outside(
            "has the worker's processes",
            watcher ->
                String.valueOf(
                    watcher
                        .namespace("pid")
                        .equals(watcher.pod().container("worker").namespace("pid"))),
            Expectation.is("true"));
  }

  private static Example groupsOfImages() {
    return Example.of("supplemental-groups")
        .prints("groups 1777 50777 60001")
        .process("Groups", "1777 50777 60001")
        .pod("supplemental-groups-strict")
        .where(Runtimes::leaveOutGroupsOfImages)
        .prints("groups 1777 60001")
        .process("Groups", "1777 60001")
        .elsewhere()
        .phase("Failed")
        .reports("status/reason", "SupplementalGroupsPolicyNotSupported")
        .reports(
            "status/message",
            containing("SupplementalGroupsPolicy=Strict is not supported in this node"))
        .everywhere();
  }

  private static Example ownUsers() {
    return Example.of("user-namespace")
        .check(
            "/proc/PID/uid_map, where the runtime can do it",
            pod ->
                supportsOwnUsers(pod.view().node())
                    ? pod.container("main").proc("uid_map").strip().replaceAll("\\s+", " ")
                    : "not supported: " + pod.document().at("status", "phase").text(),
            like("0 \\d{5,} 65536|not supported: Pending"));
  }

  private static boolean supportsOwnUsers(RealNode node) {
    return Document.parse(node.crictl().run("info")).at("runtimeHandlers").items().stream()
        .anyMatch(handler -> handler.at("features", "user_namespaces").text().equals("true"));
  }
}
