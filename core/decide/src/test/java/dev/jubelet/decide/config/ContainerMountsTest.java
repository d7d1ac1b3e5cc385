package dev.jubelet.decide.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.decide.resources.MachineFacts;
import dev.jubelet.decide.resources.Nodes;
import dev.jubelet.model.container.MountPropagationMode;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.runtime.config.DeviceSpec;
import dev.jubelet.model.runtime.config.MountSpec;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ContainerMountsTest {
  private static final String VOLUMES =
      "volumes: [{name: data, emptyDir: {}}, {name: conf, configMap: {name: c}}]";
  private static final MachineFacts SELINUX =
      new MachineFacts(true, false, true, true, List.of(), List.of());

  @Test
  void bindsVolumesInTheirOrderThenHostsThenTheTerminationMessage() {
    Pod pod =
        Containers.pod(
            "volumeMounts: [{name: conf, mountPath: /conf}, {name: data, mountPath: /data}]",
            VOLUMES);
    assertThat(mounts(pod, Nodes.UNIFIED))
        .containsExactly(
            plain("/conf", "/pods/u-1/conf", true),
            plain("/data", "/pods/u-1/data", false),
            plain("/etc/hosts", "/pods/u-1/etc-hosts", false),
            plain("/dev/termination-log", "/pods/u-1/main/end", false));
  }

  @Test
  void leavesEtcHostsToAVolumeOfTheContainer() {
    Pod pod = Containers.pod("volumeMounts: [{name: data, mountPath: /etc/hosts}]", VOLUMES);
    assertThat(mounts(pod, Nodes.UNIFIED))
        .extracting(MountSpec::hostPath)
        .containsExactly("/pods/u-1/data", "/pods/u-1/main/end");
  }

  @Test
  void bindsEtcHostsOnceThePodHasAnAddress() {
    ContainerContext early = Containers.withFiles(Nodes.UNIFIED, List.of());
    assertThat(Containers.config(Containers.pod("", ""), early).mounts())
        .extracting(MountSpec::containerPath)
        .containsExactly("/dev/termination-log");
    assertThat(Containers.config(Containers.pod("", "hostNetwork: true"), early).mounts())
        .extracting(MountSpec::containerPath)
        .containsExactly("/etc/hosts", "/dev/termination-log");
  }

  @Test
  void bindsNothingThatTheContextDoesNotName() {
    assertThat(Containers.config(Containers.pod("", ""), Containers.context()).mounts()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "None, NONE",
    "HostToContainer, HOST_TO_CONTAINER",
    "Bidirectional, BIDIRECTIONAL",
  })
  void propagatesMountsAsAsked(String wanted, MountPropagationMode mode) {
    Pod pod =
        Containers.pod(
            "securityContext: {privileged: true}, volumeMounts: [{name: data, mountPath: /d,"
                + " mountPropagation: "
                + wanted
                + "}]",
            VOLUMES);
    assertThat(mounts(pod, Nodes.UNIFIED).getFirst().propagation()).isEqualTo(mode);
  }

  @Test
  void relabelsWhatIsThePodsAloneOnSelinux() {
    Pod pod =
        Containers.pod(
            "volumeMounts: [{name: conf, mountPath: /c}, {name: data, mountPath: /d}]",
            "volumes: [{name: data, hostPath: {path: /x}}, {name: conf, configMap: {name: c}}]");
    assertThat(mounts(pod, SELINUX))
        .extracting(MountSpec::selinuxRelabel)
        .containsExactly(true, false, true, true);
  }

  @ParameterizedTest
  @CsvSource({
    "IfPossible, true, true",
    "IfPossible, false, false",
    "Enabled, true, true",
    "Disabled, true, false",
  })
  void isReadOnlyBelowToo(String mode, boolean supported, boolean recursive) {
    assertThat(mounts(readOnly(mode), machine(supported)).getFirst().recursiveReadOnly())
        .isEqualTo(recursive);
  }

  @Test
  void refusesRecursiveReadOnlyThatTheRuntimeCannotDo() {
    assertThat(
            Containers.refusal(
                readOnly("Enabled"), Containers.withFiles(machine(false), List.of("10.0.0.7"))))
        .isEqualTo(
            "failed to resolve recursive read-only mode: volume"
                + " \"data\" requested recursive read-only mode, but it is not supported by the"
                + " runtime");
  }

  @Test
  void bindsThePartOfAVolumeWhereOneIsAskedFor() {
    Pod pod =
        Containers.pod(
            "volumeMounts: [{name: data, mountPath: /d}, {name: data, mountPath: /e, subPath: a}]",
            VOLUMES);
    ContainerContext context = Containers.context().withParts(Map.of(1, "/pods/u-1/parts/1"));
    assertThat(Containers.config(pod, context).mounts())
        .extracting(MountSpec::hostPath)
        .startsWith("/pods/u-1/data", "/pods/u-1/parts/1");
  }

  @Test
  void imagesAreLeftToTheRuntime() {
    Pod pod =
        Containers.pod(
            "volumeMounts: [{name: data, mountPath: /d, subPath: part}]",
            "volumes: [{name: data, image: {reference: \"localhost/files:1\"}}]");
    ContainerContext context =
        Containers.withFiles(machine(false), List.of()).withParts(Map.of(0, "part"));
    assertThat(Containers.config(pod, context).mounts().getFirst())
        .isEqualTo(plain("/d", "", true).ofImage("/pods/u-1/data", "part"));
  }

  @Test
  void blockVolumesAreDevices() {
    Pod pod =
        Containers.pod(
            "volumeDevices: [{name: data, devicePath: /dev/x}]",
            "volumes: [{name: data, persistentVolumeClaim: {claimName: c}}]");
    assertThat(Containers.config(pod, Containers.withFiles(machine(false), List.of())).devices())
        .containsExactly(new DeviceSpec("/dev/x", "/pods/u-1/data", "mrw"));
  }

  @Test
  void refusesVolumesThatAreNotMounted() {
    Pod pod =
        Containers.pod(
            "volumeMounts: [{name: gone, mountPath: /d}]", "volumes: [{name: gone, emptyDir: {}}]");
    assertThat(Containers.refusal(pod, Containers.context()))
        .isEqualTo("cannot find volume \"gone\" to mount into container" + " \"main\"");
  }

  private static Pod readOnly(String mode) {
    return Containers.pod(
        "volumeMounts: [{name: data, mountPath: /d, readOnly: true, recursiveReadOnly: "
            + mode
            + "}]",
        VOLUMES);
  }

  private static MachineFacts machine(boolean recursiveReadOnly) {
    return new MachineFacts(true, false, false, recursiveReadOnly, List.of(), List.of());
  }

  private static List<MountSpec> mounts(Pod pod, MachineFacts machine) {
    return Containers.config(pod, Containers.withFiles(machine, List.of("10.0.0.7"))).mounts();
  }

  private static MountSpec plain(String path, String hostPath, boolean readOnly) {
    return new MountSpec(path, hostPath, readOnly, false, false, MountPropagationMode.NONE);
  }
}
