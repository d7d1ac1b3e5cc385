package dev.jubelet.nodeserver.endpoint;

import dev.jubelet.codec.RecordEncoder;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.runtime.ObservedContainer;
import dev.jubelet.model.runtime.ObservedSandbox;
import dev.jubelet.nodeserver.http.HttpAnswer;
import dev.jubelet.ports.OutsideFailure;
import dev.jubelet.ports.runtime.ContainerRuntime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** {@code /runningpods}: pods of which something runs, as the container runtime has them. */
final class RunningPodsPage {
  /** As much of a pod as a container runtime knows. */
  record RunningPod(Metadata metadata, Spec spec, Map<String, String> status) {
    record Metadata(String name, String namespace, String uid) {}

    record Spec(List<Container> containers) {}

    record Container(String name, String image) {}
  }

  private final ServedNode node;

  RunningPodsPage(ServedNode node) {
    this.node = node;
  }

  HttpAnswer answer() {
    try {
      return HttpAnswer.json(RecordEncoder.listJson("v1", "PodList", running(node.foundRuntime())));
    } catch (OutsideFailure failed) {
      return HttpAnswer.text(500, failed.text());
    }
  }

  private static List<RunningPod> running(ContainerRuntime runtime) {
    Map<PodUid, RunningPod.Metadata> pods = new LinkedHashMap<>();
    Map<PodUid, List<RunningPod.Container>> containers = new LinkedHashMap<>();
    for (ObservedSandbox sandbox : runtime.sandboxes().list(null)) {
      if (sandbox.ready()) {
        pods.put(
            sandbox.uid(),
            new RunningPod.Metadata(sandbox.name(), sandbox.namespace(), sandbox.uid().value()));
      }
    }
    for (ObservedContainer container : runtime.containers().list(null)) {
      if (container.running()) {
        containers
            .computeIfAbsent(container.uid(), any -> new ArrayList<>())
            .add(new RunningPod.Container(container.name(), container.image()));
      }
    }
    List<RunningPod> running = new ArrayList<>();
    pods.forEach((uid, metadata) ->
        running.add(
            new RunningPod(
                metadata, new RunningPod.Spec(containers.getOrDefault(uid, List.of())), Map.of())));
    return running;
  }
}
