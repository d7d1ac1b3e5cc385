package dev.jubelet.cri;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.cri.messages.ContainerMessages;
import dev.jubelet.cri.messages.EventMessages;
import dev.jubelet.cri.messages.FactMessages;
import dev.jubelet.cri.messages.ImageMessages;
import dev.jubelet.cri.messages.PodLabels;
import dev.jubelet.cri.messages.SandboxMessages;
import dev.jubelet.cri.wire.Container;
import dev.jubelet.cri.wire.ContainerEventResponse;
import dev.jubelet.cri.wire.ContainerEventType;
import dev.jubelet.cri.wire.ContainerMetadata;
import dev.jubelet.cri.wire.ContainerState;
import dev.jubelet.cri.wire.ContainerStatus;
import dev.jubelet.cri.wire.Image;
import dev.jubelet.cri.wire.ImageSpec;
import dev.jubelet.cri.wire.Int64Value;
import dev.jubelet.cri.wire.LinuxPodSandboxStatus;
import dev.jubelet.cri.wire.Namespace;
import dev.jubelet.cri.wire.NamespaceMode;
import dev.jubelet.cri.wire.NamespaceOption;
import dev.jubelet.cri.wire.PodIP;
import dev.jubelet.cri.wire.PodSandbox;
import dev.jubelet.cri.wire.PodSandboxMetadata;
import dev.jubelet.cri.wire.PodSandboxNetworkStatus;
import dev.jubelet.cri.wire.PodSandboxState;
import dev.jubelet.cri.wire.PodSandboxStatus;
import dev.jubelet.cri.wire.RuntimeCondition;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.runtime.ContainerCondition;
import dev.jubelet.model.runtime.ContainerEvent;
import dev.jubelet.model.runtime.ObservedContainer;
import dev.jubelet.model.runtime.ObservedSandbox;
import dev.jubelet.model.runtime.RuntimeReadiness;
import dev.jubelet.model.runtime.SandboxId;
import dev.jubelet.model.runtime.config.NamespaceOptions;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What we are told. */
class ObservationsTest {
  private static final Map<String, String> LABELS =
      Map.of(
          PodLabels.POD_UID, "uid-1",
          PodLabels.POD_NAME, "web",
          PodLabels.POD_NAMESPACE, "shop",
          PodLabels.CONTAINER_NAME, "main");

  private static PodSandboxStatus.Builder sandbox(NamespaceMode network) {
    return PodSandboxStatus.newBuilder()
        .setId("s1")
        .setState(PodSandboxState.SANDBOX_READY)
        .setMetadata(PodSandboxMetadata.newBuilder().setName("m").setUid("mu").setAttempt(4))
        .setNetwork(
            PodSandboxNetworkStatus.newBuilder()
                .setIp("10.0.0.7")
                .addAdditionalIps(PodIP.newBuilder().setIp("fd00::7")))
        .setLinux(
            LinuxPodSandboxStatus.newBuilder()
                .setNamespaces(
                    Namespace.newBuilder()
                        .setOptions(NamespaceOption.newBuilder().setNetwork(network))));
  }

  private static ContainerStatus.Builder container(ContainerState state) {
    return ContainerStatus.newBuilder()
        .setId("c1")
        .setState(state)
        .setMetadata(ContainerMetadata.newBuilder().setName("m").setAttempt(2))
        .setCreatedAt(1_000_000_000L)
        .setStartedAt(2_000_000_000L)
        .setFinishedAt(3_000_000_000L)
        .setExitCode(137)
        .setReason("OOMKilled")
        .setMessage("out of memory")
        .setLogPath("/log")
        .setImageRef("x@sha256:1")
        .putAllLabels(LABELS);
  }

  @Test
  void labelsNameThePodAndMetadataStandsIn() {
    ObservedSandbox labelled =
        SandboxMessages.observed(sandbox(NamespaceMode.POD).putAllLabels(LABELS).build());
    assertThat(labelled.name()).isEqualTo("web");
    assertThat(labelled.namespace()).isEqualTo("shop");
    assertThat(labelled.uid()).isEqualTo(new PodUid("uid-1"));
    assertThat(labelled.attempt()).isEqualTo(4);
    ObservedSandbox bare = SandboxMessages.observed(sandbox(NamespaceMode.POD).build());
    assertThat(bare.name()).isEqualTo("m");
    assertThat(bare.uid()).isEqualTo(new PodUid("mu"));
  }

  @Test
  void podNetworkHasAddressesAndNodeNetworkNone() {
    ObservedSandbox own = SandboxMessages.observed(sandbox(NamespaceMode.POD).build());
    assertThat(own.ips()).containsExactly("10.0.0.7", "fd00::7");
    ObservedSandbox host = SandboxMessages.observed(sandbox(NamespaceMode.NODE).build());
    assertThat(host.ips()).isEmpty();
    assertThat(host.network()).isEqualTo(NamespaceOptions.Mode.NODE);
  }

  @Test
  void listedSandboxTellsItsStateOnly() {
    ObservedSandbox listed =
        SandboxMessages.observed(
            PodSandbox.newBuilder()
                .setId("s1")
                .setState(PodSandboxState.SANDBOX_NOTREADY)
                .setCreatedAt(5)
                .setRuntimeHandler("kata")
                .putAllLabels(LABELS)
                .putAnnotations("a", "b")
                .build());
    assertThat(listed.ready()).isFalse();
    assertThat(listed.ips()).isEmpty();
    assertThat(listed.createdAt()).isEqualTo(Instant.ofEpochSecond(0, 5));
    assertThat(listed.runtimeHandler()).isEqualTo("kata");
    assertThat(listed.annotations()).containsEntry("a", "b");
  }

  @Test
  void containerConditionFollowsItsState() {
    SandboxId s1 = new SandboxId("s1");
    assertThat(conditionOf(ContainerState.CONTAINER_CREATED))
        .isEqualTo(new ContainerCondition.Created());
    assertThat(conditionOf(ContainerState.CONTAINER_RUNNING))
        .isEqualTo(new ContainerCondition.Running(Instant.ofEpochSecond(2)));
    assertThat(conditionOf(ContainerState.CONTAINER_EXITED))
        .isEqualTo(
            new ContainerCondition.Exited(
                Instant.ofEpochSecond(2),
                Instant.ofEpochSecond(3),
                137,
                "OOMKilled",
                "out of memory"));
    assertThat(conditionOf(ContainerState.CONTAINER_UNKNOWN))
        .isEqualTo(new ContainerCondition.Unknown());
    ObservedContainer seen =
        ContainerMessages.observed(container(ContainerState.CONTAINER_EXITED).build(), s1);
    assertThat(seen.name()).isEqualTo("main");
    assertThat(seen.attempt()).isEqualTo(2);
    assertThat(seen.sandbox()).isEqualTo(s1);
    assertThat(seen.logPath()).isEqualTo("/log");
  }

  private static ContainerCondition conditionOf(ContainerState state) {
    return ContainerMessages.observed(container(state).build(), new SandboxId("s1")).condition();
  }

  @Test
  void listedContainerHasNoTimesAndOldRuntimesOneImageField() {
    Container.Builder wire =
        Container.newBuilder()
            .setId("c1")
            .setPodSandboxId("s1")
            .setState(ContainerState.CONTAINER_EXITED)
            .setMetadata(ContainerMetadata.newBuilder().setName("m"))
            .setImage(ImageSpec.newBuilder().setImage("x:1"))
            .setImageRef("sha256:9")
            .putAllLabels(LABELS);
    ObservedContainer listed = ContainerMessages.observed(wire.build());
    assertThat(listed.condition())
        .isEqualTo(new ContainerCondition.Exited(Instant.EPOCH, Instant.EPOCH, 0, "", ""));
    assertThat(listed.sandbox()).isEqualTo(new SandboxId("s1"));
    assertThat(listed.imageId()).isEqualTo("sha256:9");
    assertThat(ContainerMessages.observed(wire.setImageId("sha256:8").build()).imageId())
        .isEqualTo("sha256:8");
  }

  @Test
  void eventNamesThePodWhereItCan() {
    ContainerEventResponse.Builder wire =
        ContainerEventResponse.newBuilder()
            .setContainerId("c1")
            .setContainerEventType(ContainerEventType.CONTAINER_STOPPED_EVENT)
            .setCreatedAt(7);
    Instant at = Instant.ofEpochSecond(0, 7);
    assertThat(EventMessages.event(wire.build()))
        .contains(new ContainerEvent(ContainerEvent.Kind.STOPPED, "c1", null, at));
    wire.setPodSandboxStatus(sandbox(NamespaceMode.POD));
    assertThat(EventMessages.event(wire.build()).orElseThrow().uid()).isEqualTo(new PodUid("mu"));
    wire.setContainerEventTypeValue(99);
    assertThat(EventMessages.event(wire.build())).isEmpty();
  }

  @Test
  void imageKeepsTheDifferenceBetweenRootAndUnsaid() {
    Image.Builder wire =
        Image.newBuilder().setId("i").addRepoTags("x:1").setSize(5).setPinned(true);
    assertThat(ImageMessages.observed(wire.build()).uid()).isNull();
    assertThat(ImageMessages.observed(wire.setUid(Int64Value.getDefaultInstance()).build()).uid())
        .isEqualTo(0L);
  }

  @Test
  void readinessSaysWhatIsMissing() {
    RuntimeCondition runtime =
        RuntimeCondition.newBuilder().setType("RuntimeReady").setStatus(true).build();
    RuntimeCondition network =
        RuntimeCondition.newBuilder()
            .setType("NetworkReady")
            .setReason("NetworkPluginNotReady")
            .setMessage("no CNI")
            .build();
    assertThat(FactMessages.readiness(List.of(runtime, network)))
        .isEqualTo(
            new RuntimeReadiness(
                true, "", false, "NetworkReady=false reason:NetworkPluginNotReady message:no CNI"));
    assertThat(FactMessages.readiness(List.of(runtime)).networkReady()).isFalse();
  }

  @Test
  void aStateThatIsNewerThanWeHidesNobody() {
    ObservedContainer container =
        ContainerMessages.observed(
            Container.newBuilder().setId("c1").setStateValue(99).putAllLabels(LABELS).build());
    assertThat(container.condition()).isInstanceOf(ContainerCondition.Unknown.class);
    ObservedSandbox sandbox =
        SandboxMessages.observed(
            PodSandbox.newBuilder().setId("s1").setStateValue(99).putAllLabels(LABELS).build());
    assertThat(sandbox.ready()).isFalse();
  }
}
