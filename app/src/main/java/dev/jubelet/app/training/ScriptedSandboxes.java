package dev.jubelet.app.training;

import dev.jubelet.cri.wire.ListPodSandboxRequest;
import dev.jubelet.cri.wire.ListPodSandboxResponse;
import dev.jubelet.cri.wire.PodSandbox;
import dev.jubelet.cri.wire.PodSandboxNetworkStatus;
import dev.jubelet.cri.wire.PodSandboxState;
import dev.jubelet.cri.wire.PodSandboxStatus;
import dev.jubelet.cri.wire.PodSandboxStatusRequest;
import dev.jubelet.cri.wire.PodSandboxStatusResponse;
import dev.jubelet.cri.wire.RemovePodSandboxRequest;
import dev.jubelet.cri.wire.RemovePodSandboxResponse;
import dev.jubelet.cri.wire.RunPodSandboxRequest;
import dev.jubelet.cri.wire.RunPodSandboxResponse;
import dev.jubelet.cri.wire.RuntimeServiceGrpc;
import dev.jubelet.cri.wire.StopPodSandboxRequest;
import dev.jubelet.cri.wire.StopPodSandboxResponse;
import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** The sandboxes of the scripted runtime, and which container is in which. */
abstract class ScriptedSandboxes extends RuntimeServiceGrpc.RuntimeServiceImplBase {
  private final Map<String, PodSandbox> sandboxes = new ConcurrentHashMap<>();
  private final Map<String, String> owners = new ConcurrentHashMap<>();
  private final AtomicLong ids = new AtomicLong();

  @Override
  public void runPodSandbox(
      RunPodSandboxRequest request, StreamObserver<RunPodSandboxResponse> answer) {
    PodSandbox made =
        PodSandbox.newBuilder()
            .setId(newId())
            .setMetadata(request.getConfig().getMetadata())
            .putAllLabels(request.getConfig().getLabelsMap())
            .putAllAnnotations(request.getConfig().getAnnotationsMap())
            .setState(PodSandboxState.SANDBOX_READY)
            .setCreatedAt(ScriptedRuntime.now())
            .build();
    sandboxes.put(made.getId(), made);
    answer(answer, RunPodSandboxResponse.newBuilder().setPodSandboxId(made.getId()).build());
  }

  @Override
  public void stopPodSandbox(
      StopPodSandboxRequest request, StreamObserver<StopPodSandboxResponse> answer) {
    sandboxes.computeIfPresent(
        request.getPodSandboxId(),
        (_, sandbox) -> sandbox.toBuilder().setState(PodSandboxState.SANDBOX_NOTREADY).build());
    answer(answer, StopPodSandboxResponse.getDefaultInstance());
  }

  @Override
  public void removePodSandbox(
      RemovePodSandboxRequest request, StreamObserver<RemovePodSandboxResponse> answer) {
    sandboxes.remove(request.getPodSandboxId());
    sandboxRemoved(request.getPodSandboxId());
    answer(answer, RemovePodSandboxResponse.getDefaultInstance());
  }

  @Override
  public void listPodSandbox(
      ListPodSandboxRequest request, StreamObserver<ListPodSandboxResponse> answer) {
    ListPodSandboxResponse.Builder list = ListPodSandboxResponse.newBuilder();
    sandboxes.values().stream()
        .filter(
            sandbox -> matches(sandbox.getLabelsMap(), request.getFilter().getLabelSelectorMap()))
        .forEach(list::addItems);
    answer(answer, list.build());
  }

  @Override
  public void podSandboxStatus(
      PodSandboxStatusRequest request, StreamObserver<PodSandboxStatusResponse> answer) {
    if (!sandboxes.containsKey(request.getPodSandboxId())) {
      answer.onError(Status.NOT_FOUND.asRuntimeException());
      return;
    }
    answer(
        answer,
        PodSandboxStatusResponse.newBuilder()
            .setStatus(sandboxStatus(request.getPodSandboxId()))
            .build());
  }

  PodSandboxStatus sandboxStatus(String id) {
    PodSandbox sandbox = sandboxes.getOrDefault(id, PodSandbox.getDefaultInstance());
    return PodSandboxStatus.newBuilder()
        .setId(sandbox.getId())
        .setMetadata(sandbox.getMetadata())
        .putAllLabels(sandbox.getLabelsMap())
        .putAllAnnotations(sandbox.getAnnotationsMap())
        .setState(sandbox.getState())
        .setCreatedAt(sandbox.getCreatedAt())
        .setNetwork(PodSandboxNetworkStatus.newBuilder().setIp("192.0.2.10"))
        .build();
  }

  abstract void sandboxRemoved(String sandbox);

  void own(String container, String sandbox) {
    owners.put(container, sandbox);
  }

  String owner(String container) {
    return owners.getOrDefault(container, "");
  }

  String newId() {
    return "%064x".formatted(ids.incrementAndGet());
  }

  static boolean matches(Map<String, String> labels, Map<String, String> selector) {
    return labels.entrySet().containsAll(selector.entrySet());
  }

  static <T> void answer(StreamObserver<T> caller, T message) {
    caller.onNext(message);
    caller.onCompleted();
  }
}
