package dev.jubelet.cri.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.jubelet.cri.messages.ContainerConfigMessages;
import dev.jubelet.cri.messages.PodLabels;
import dev.jubelet.cri.messages.SandboxConfigMessages;
import dev.jubelet.cri.wire.ContainerConfig;
import dev.jubelet.cri.wire.ContainerMetadata;
import dev.jubelet.cri.wire.ContainerStatsRequest;
import dev.jubelet.cri.wire.ContainerStatus;
import dev.jubelet.cri.wire.ContainerStatusRequest;
import dev.jubelet.cri.wire.CreateContainerRequest;
import dev.jubelet.cri.wire.ExecRequest;
import dev.jubelet.cri.wire.ExecSyncRequest;
import dev.jubelet.cri.wire.ImageFsInfoRequest;
import dev.jubelet.cri.wire.ImageSpec;
import dev.jubelet.cri.wire.ImageStatusRequest;
import dev.jubelet.cri.wire.ListImagesRequest;
import dev.jubelet.cri.wire.ListMetricDescriptorsRequest;
import dev.jubelet.cri.wire.ListPodSandboxMetricsRequest;
import dev.jubelet.cri.wire.ListPodSandboxStatsRequest;
import dev.jubelet.cri.wire.Mount;
import dev.jubelet.cri.wire.PodSandboxConfig;
import dev.jubelet.cri.wire.PodSandboxMetadata;
import dev.jubelet.cri.wire.PodSandboxStatsRequest;
import dev.jubelet.cri.wire.PodSandboxStatusRequest;
import dev.jubelet.cri.wire.PodSandboxStatusResponse;
import dev.jubelet.cri.wire.PullImageRequest;
import dev.jubelet.cri.wire.RemovePodSandboxRequest;
import dev.jubelet.cri.wire.RunPodSandboxRequest;
import dev.jubelet.cri.wire.StartContainerRequest;
import dev.jubelet.cri.wire.StatusRequest;
import dev.jubelet.cri.wire.StopContainerRequest;
import dev.jubelet.cri.wire.StreamContainersRequest;
import dev.jubelet.cri.wire.StreamImagesRequest;
import dev.jubelet.cri.wire.StreamPodSandboxMetricsRequest;
import dev.jubelet.cri.wire.StreamPodSandboxesRequest;
import dev.jubelet.cri.wire.StreamPodSandboxesResponse;
import dev.jubelet.cri.wire.UpdateContainerResourcesRequest;
import dev.jubelet.cri.wire.VersionRequest;
import dev.jubelet.model.runtime.ContainerId;
import dev.jubelet.model.runtime.SandboxId;
import io.grpc.Status;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the server says beyond what our own client asks for. */
class CriServerTest {
  private ServedFake served;
  private RawClient client;

  @BeforeEach
  void serve(@TempDir Path directory) {
    served = new ServedFake(directory);
    client = new RawClient(served.socket);
  }

  @AfterEach
  void end() {
    client.close();
    served.close();
  }

  private static PodSandboxConfig.Builder pod(String name) {
    return PodSandboxConfig.newBuilder()
        .setMetadata(
            PodSandboxMetadata.newBuilder()
                .setName(name)
                .setNamespace("default")
                .setUid("uid-" + name))
        .setLogDirectory("/logs/" + name)
        .putLabels(PodLabels.POD_UID, "uid-" + name);
  }

  private static ContainerConfig.Builder container() {
    return ContainerConfig.newBuilder()
        .setMetadata(ContainerMetadata.newBuilder().setName("main"))
        .setImage(
            ImageSpec.newBuilder().setImage(ServedFake.BUSYBOX).setUserSpecifiedImage("busybox:1"))
        .addAllCommand(List.of("/bin/sh", "-c", "sleep 3600"))
        .addMounts(Mount.newBuilder().setContainerPath("/in").setHostPath("/out"))
        .setLogPath("main/0.log")
        .putLabels(PodLabels.POD_UID, "uid-a");
  }

  private String run(PodSandboxConfig.Builder pod) {
    return client
        .runtime
        .runPodSandbox(RunPodSandboxRequest.newBuilder().setConfig(pod).build())
        .getPodSandboxId();
  }

  private String create(String sandbox, ContainerConfig.Builder container) {
    return client
        .runtime
        .createContainer(
            CreateContainerRequest.newBuilder()
                .setPodSandboxId(sandbox)
                .setConfig(container)
                .build())
        .getContainerId();
  }

  private String started(String sandbox) {
    String id = create(sandbox, container());
    client.runtime.startContainer(StartContainerRequest.newBuilder().setContainerId(id).build());
    return id;
  }

  private ContainerStatus status(String id) {
    return client
        .runtime
        .containerStatus(ContainerStatusRequest.newBuilder().setContainerId(id).build())
        .getStatus();
  }

  private void refused(String field, Supplier<?> call) {
    Status refusal = RawClient.refusal(call);
    assertThat(refusal.getCode()).isEqualTo(Status.Code.INVALID_ARGUMENT);
    assertThat(refusal.getDescription()).contains(field);
  }

  @Test
  void questionsThatMakeNoSenseAreRefusedByTheNameOfTheField() {
    var runtime = client.runtime;
    String sandbox = run(pod("a"));
    refused("config", () -> runtime.runPodSandbox(RunPodSandboxRequest.getDefaultInstance()));
    refused(
        "config.metadata",
        () ->
            runtime.runPodSandbox(
                RunPodSandboxRequest.newBuilder()
                    .setConfig(PodSandboxConfig.getDefaultInstance())
                    .build()));
    refused("config.metadata.name", () -> run(pod("")));
    refused(
        "pod_sandbox_id",
        () -> runtime.removePodSandbox(RemovePodSandboxRequest.getDefaultInstance()));
    refused("pod_sandbox_id", () -> create("", container()));
    refused("pod_sandbox_id", () -> create("../" + sandbox, container()));
    refused("config.metadata", () -> create(sandbox, container().clearMetadata()));
    refused("config.image.image", () -> create(sandbox, container().clearImage()));
    refused(
        "recursive_read_only",
        () ->
            create(
                sandbox,
                container()
                    .addMounts(
                        Mount.newBuilder().setContainerPath("/x").setRecursiveReadOnly(true))));
    refused("container_id", () -> runtime.stopContainer(StopContainerRequest.getDefaultInstance()));
    refused("container_id", () -> runtime.execSync(ExecSyncRequest.getDefaultInstance()));
    refused(
        "cmd", () -> runtime.execSync(ExecSyncRequest.newBuilder().setContainerId("x").build()));
    refused(
        "stdin, stdout or stderr",
        () -> runtime.exec(ExecRequest.newBuilder().setContainerId("x").addCmd("a").build()));
    refused(
        "tty",
        () ->
            runtime.exec(
                ExecRequest.newBuilder()
                    .setContainerId("x")
                    .addCmd("a")
                    .setTty(true)
                    .setStderr(true)
                    .build()));
    refused(
        "linux",
        () ->
            runtime.updateContainerResources(
                UpdateContainerResourcesRequest.newBuilder().setContainerId("x").build()));
    refused("image.image", () -> client.images.pullImage(PullImageRequest.getDefaultInstance()));
    refused(
        "image.image", () -> client.images.imageStatus(ImageStatusRequest.getDefaultInstance()));
  }

  @Test
  void whatIsNotThereIsNotFound() {
    var runtime = client.runtime;
    for (Supplier<?> call :
        List.<Supplier<?>>of(
            () -> status("nope"),
            () ->
                runtime.podSandboxStatus(
                    PodSandboxStatusRequest.newBuilder().setPodSandboxId("nope").build()),
            () ->
                runtime.containerStats(
                    ContainerStatsRequest.newBuilder().setContainerId("nope").build()),
            () ->
                runtime.podSandboxStats(
                    PodSandboxStatsRequest.newBuilder().setPodSandboxId("nope").build()))) {
      assertThat(RawClient.refusal(call).getCode()).isEqualTo(Status.Code.NOT_FOUND);
    }
  }

  @Test
  void statusOfAContainerTellsWhatItWasAskedToBe() {
    ContainerStatus status = status(create(run(pod("a")), container()));
    assertThat(status.getMountsList())
        .extracting(Mount::getContainerPath, Mount::getHostPath)
        .containsExactly(tuple("/in", "/out"));
    assertThat(status.getImage().getUserSpecifiedImage()).isEqualTo("busybox:1");
    assertThat(status.getLogPath()).isEqualTo("/logs/a/main/0.log");
    assertThat(status.getImageId()).startsWith("sha256:");
    assertThat(status.getResources().hasLinux()).isTrue();
  }

  @Test
  void statusOfASandboxTellsOfItsContainers() {
    String sandbox = run(pod("a"));
    String container = create(sandbox, container());
    PodSandboxStatusResponse answer =
        client.runtime.podSandboxStatus(
            PodSandboxStatusRequest.newBuilder()
                .setPodSandboxId(sandbox.substring(0, 60))
                .setVerbose(true)
                .build());
    assertThat(answer.getStatus().getId()).isEqualTo(sandbox);
    assertThat(answer.getStatus().getNetwork().getIp()).isNotEmpty();
    assertThat(answer.getContainersStatusesList())
        .extracting(ContainerStatus::getId)
        .containsExactly(container);
    assertThat(answer.getTimestamp()).isPositive();
    assertThat(answer.getInfoMap()).containsKey("info");
  }

  /** With EventedPLEG, the Go kubelet takes the first of a name for its present instance. */
  @Test
  void statusOfASandboxHasTheNewestContainersFirst() {
    String sandbox = run(pod("a"));
    for (int attempt = 0; attempt < 8; attempt++) {
      ContainerConfig.Builder each = container();
      create(sandbox, each.setMetadata(each.getMetadata().toBuilder().setAttempt(attempt)));
    }
    assertThat(
            client
                .runtime
                .podSandboxStatus(
                    PodSandboxStatusRequest.newBuilder().setPodSandboxId(sandbox).build())
                .getContainersStatusesList())
        .extracting(status -> status.getMetadata().getAttempt())
        .containsExactly(7, 6, 5, 4, 3, 2, 1, 0);
  }

  @Test
  void detailsShowWhatWasAskedForInTheWordsOfTheProtocol() {
    String sandbox = run(pod("a"));
    String seen =
        client
            .runtime
            .podSandboxStatus(
                PodSandboxStatusRequest.newBuilder()
                    .setPodSandboxId(sandbox)
                    .setVerbose(true)
                    .build())
            .getInfoOrThrow("info");
    assertThat(seen).startsWith("{\"config\":{\"metadata\":{\"name\":\"a\"");
    assertThat(seen).contains("\"log_directory\":\"");
    String container = create(sandbox, container());
    assertThat(
            client
                .runtime
                .containerStatus(
                    ContainerStatusRequest.newBuilder()
                        .setContainerId(container)
                        .setVerbose(true)
                        .build())
                .getInfoOrThrow("info"))
        .startsWith("{\"config\":{\"metadata\":{")
        .contains("\"image\":{");
  }

  @Test
  void detailsAreOnlyForThoseWhoAskForThem() {
    var runtime = client.runtime;
    assertThat(runtime.status(StatusRequest.getDefaultInstance()).getInfoMap()).isEmpty();
    assertThat(runtime.status(StatusRequest.newBuilder().setVerbose(true).build()).getInfoMap())
        .isNotEmpty();
  }

  @Test
  void beginningOfTwoIdsIsRefused() {
    run(pod("a"));
    run(pod("b"));
    refused(
        "beginning of 2 ids",
        () ->
            client.runtime.podSandboxStatus(
                PodSandboxStatusRequest.newBuilder().setPodSandboxId("5a9d").build()));
  }

  @Test
  void runtimeTellsWhatItIs() {
    var version = client.runtime.version(VersionRequest.getDefaultInstance());
    assertThat(version.getRuntimeApiVersion()).isEqualTo("v1");
    assertThat(version.getVersion()).isEqualTo("0.1.0");
    var status = client.runtime.status(StatusRequest.getDefaultInstance());
    assertThat(status.getStatus().getConditionsList())
        .extracting("type", "status")
        .containsExactly(tuple("RuntimeReady", true), tuple("NetworkReady", true));
    assertThat(status.getRuntimeHandlersList()).extracting("name").contains("");
  }

  @Test
  void longListsComeInPieces() {
    List<String> made = new ArrayList<>();
    String big = "x".repeat(100_000);
    for (int i = 0; i < 7; i++) {
      made.add(run(pod("p" + i).putAnnotations("big", big)));
    }
    List<StreamPodSandboxesResponse> pieces = new ArrayList<>();
    client
        .runtime
        .streamPodSandboxes(StreamPodSandboxesRequest.getDefaultInstance())
        .forEachRemaining(pieces::add);
    assertThat(pieces).hasSizeGreaterThan(2);
    assertThat(pieces).allSatisfy(each -> assertThat(each.getPodSandboxesCount()).isPositive());
    assertThat(pieces.stream().flatMap(each -> each.getPodSandboxesList().stream()))
        .extracting(each -> each.getId())
        .containsExactlyInAnyOrderElementsOf(made);
  }

  @Test
  void nothingComesInNoPieces() {
    assertThat(
            client.runtime.streamContainers(StreamContainersRequest.getDefaultInstance()).hasNext())
        .isFalse();
    assertThat(
            client
                .images
                .streamImages(StreamImagesRequest.getDefaultInstance())
                .next()
                .getImagesCount())
        .isEqualTo(
            client.images.listImages(ListImagesRequest.getDefaultInstance()).getImagesCount());
  }

  @Test
  void figuresOfASandboxIncludeThoseOfItsContainers() {
    String container = started(run(pod("a")));
    var stats =
        client
            .runtime
            .listPodSandboxStats(ListPodSandboxStatsRequest.getDefaultInstance())
            .getStats(0);
    assertThat(stats.getLinux().getMemory().getWorkingSetBytes().getValue()).isPositive();
    assertThat(stats.getLinux().getContainers(0).getAttributes().getId()).isEqualTo(container);
    assertThat(stats.getLinux().getContainers(0).getWritableLayer().getFsId().getMountpoint())
        .startsWith("/");
  }

  @Test
  void everyMetricHasAsManyLabelsAsItsDescription() {
    started(run(pod("a")));
    var runtime = client.runtime;
    var described =
        runtime.listMetricDescriptors(ListMetricDescriptorsRequest.getDefaultInstance());
    var listed =
        runtime
            .listPodSandboxMetrics(ListPodSandboxMetricsRequest.getDefaultInstance())
            .getPodMetrics(0);
    assertThat(
            Stream.concat(
                listed.getMetricsList().stream(),
                listed.getContainerMetrics(0).getMetricsList().stream()))
        // Four that follow from its statistics, and one that the runtime itself counts.
        .hasSize(2 * 5)
        .allSatisfy(metric ->
            assertThat(
                    described.getDescriptorsList().stream()
                        .filter(each -> each.getName().equals(metric.getName())))
                .singleElement()
                .satisfies(each ->
                    assertThat(each.getLabelKeysCount()).isEqualTo(metric.getLabelValuesCount())));
    assertThat(listed.getMetricsList())
        .filteredOn(metric -> metric.getName().equals("container_network_receive_bytes_total"))
        .singleElement()
        .satisfies(metric -> assertThat(metric.getLabelValuesList()).endsWith("a", "eth0"));
    assertThat(
            runtime
                .streamPodSandboxMetrics(StreamPodSandboxMetricsRequest.getDefaultInstance())
                .next()
                .getPodSandboxMetricsCount())
        .isOne();
  }

  @Test
  void imagesAndWritableLayersLieOnTheSameFilesystem() {
    var answer = client.images.imageFsInfo(ImageFsInfoRequest.getDefaultInstance());
    assertThat(answer.getImageFilesystemsList())
        .isNotEmpty()
        .isEqualTo(answer.getContainerFilesystemsList());
  }

  @Test
  void runtimeGetsWhatTheCallerWrote() {
    String sandbox = run(pod("a"));
    String container = create(sandbox, container());
    var records = served.fake.records();
    assertThat(records.sandbox(new SandboxId(sandbox)))
        .contains(SandboxConfigMessages.config(pod("a").build()));
    assertThat(records.container(new ContainerId(container)))
        .contains(ContainerConfigMessages.config(container().build()));
  }
}
