package dev.jubelet.runtime.oci;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.model.container.MountPropagationMode;
import dev.jubelet.model.runtime.config.DeviceSpec;
import dev.jubelet.model.runtime.config.LinuxResources;
import dev.jubelet.model.runtime.config.MountSpec;
import dev.jubelet.model.runtime.config.NamespaceOptions.Mode;
import dev.jubelet.model.runtime.config.SecurityProfile;
import dev.jubelet.runtime.oci.input.HostDevice;
import dev.jubelet.runtime.oci.input.HostFacts;
import dev.jubelet.runtime.oci.input.Identity;
import dev.jubelet.runtime.oci.input.Rlimit;
import dev.jubelet.runtime.oci.input.SandboxPaths;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The OCI runtimes of this machine take what we write, and do what it says. */
@Tag("real")
class RealRuntimesTest {
  private static final String DEFAULT_CAPABILITIES = "CapEff:\t00000000a80425fb";

  record Trial(String name, Consumer<Requests> change, String script, String answer) {
    @Override
    public String toString() {
      return name;
    }
  }

  private static final List<Trial> TRIALS =
      List.of(
          new Trial("plain", _ -> {}, "grep CapEff /proc/self/status", DEFAULT_CAPABILITIES),
          new Trial("terminal", request -> request.tty = true, "tty", "/dev/"),
          new Trial(
              "read-only root",
              request -> request.readOnlyRoot = true,
              "touch /x || echo refused",
              "Read-only file system"),
          new Trial(
              "privileged",
              request -> request.privileged = true,
              "mount -t tmpfs none /tmp && echo mounted",
              "mounted"),
          new Trial(
              "filtered",
              request -> request.seccomp = SecurityProfile.RUNTIME_DEFAULT,
              "grep Seccomp: /proc/self/status; sleep 0 & wait; unshare -U true || echo refused",
              "Seccomp:\t2\nrefused"),
          new Trial(
              "without capabilities",
              request -> {
                request.dropped = List.of("ALL");
                request.noNewPrivileges = true;
              },
              "grep -E 'CapBnd|NoNewPrivs' /proc/self/status",
              "CapBnd:\t0000000000000000\nNoNewPrivs:\t1"),
          new Trial(
              "another user",
              request ->
                  request.identity = new Identity(1000, 1001, List.of(1001L, 2000L), "/home/app"),
              "id; echo $HOME",
              "uid=1000 gid=1001 groups=1001,2000\n/home/app"),
          new Trial(
              "the node's namespaces",
              request -> {
                request.pid = Mode.NODE;
                request.ipc = Mode.NODE;
                request.network = Mode.NODE;
              },
              "readlink /proc/1/ns/pid /proc/self/ns/pid | sort -u | wc -l",
              "1"),
          new Trial(
              "limits",
              request -> {
                request.resources =
                    new LinuxResources(
                        100000, 50000, 512, 64 << 20, 0, -997, "", "", Map.of(), Map.of());
                request.limits =
                    new HostFacts.Limits(List.of(new Rlimit("RLIMIT_NOFILE", 100, 200)), List.of());
              },
              "ulimit -n; ulimit -Hn",
              "100\n200"),
          new Trial(
              "parameters",
              request ->
                  request.sysctls =
                      Map.of("net.ipv4.ip_forward", "1", "kernel.shm_rmid_forced", "1"),
              "cat /proc/sys/net/ipv4/ip_forward /proc/sys/kernel/shm_rmid_forced",
              "1\n1"),
          new Trial(
              "mounts",
              request ->
                  request.mounts =
                      List.of(
                          bind("/data/kept", request.root + "/../kept", true),
                          bind("/data", request.root + "/../data", false)),
              "touch /data/a && echo written; touch /data/kept/a || echo refused",
              "written\nrefused"),
          new Trial(
              "a device",
              request -> {
                request.hostDevices = List.of(new HostDevice("/dev/null", "c", 1, 3, 438, 0, 0));
                request.devices = List.of(new DeviceSpec("/dev/nothing", "/dev/null", "rw"));
              },
              "echo x > /dev/nothing && echo written",
              "written"));

  @TempDir Path directory;

  static Stream<Arguments> trials() {
    return TRIALS.stream()
        .flatMap(trial -> Stream.of("runc", "crun").map(name -> Arguments.of(name, trial)));
  }

  @ParameterizedTest(name = "{0}: {1}")
  @MethodSource("trials")
  void doesWhatIsWritten(String name, Trial trial) throws Exception {
    try (RealRuntime runtime = RealRuntime.assumed(name, directory)) {
      Requests request = new Requests();
      request.network = Mode.CONTAINER;
      request.ipc = Mode.CONTAINER;
      request.places = SandboxPaths.NONE;
      request.root = runtime.root().toString();
      request.cgroupsPath = runtime.cgroup();
      request.unified = runtime.hasOneTree();
      request.capabilities = runtime.capabilities();
      request.ownOomScoreAdj =
          Integer.parseInt(Files.readString(Path.of("/proc/self/oom_score_adj")).strip());
      request.command = List.of("/bin/sh", "-c", trial.script());
      trial.change().accept(request);
      Spec spec = request.spec();
      assertThat(runtime.run(spec.json(), request.tty).replace("\r", ""))
          .satisfies(output ->
              assertThat(trial.answer().lines())
                  .allSatisfy(line -> assertThat(output).contains(line)));
    }
  }

  private static MountSpec bind(String place, String source, boolean readOnly) {
    return new MountSpec(place, source, readOnly, false, false, MountPropagationMode.NONE);
  }
}
