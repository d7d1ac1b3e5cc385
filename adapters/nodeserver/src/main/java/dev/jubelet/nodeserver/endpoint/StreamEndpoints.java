package dev.jubelet.nodeserver.endpoint;

import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.runtime.ContainerId;
import dev.jubelet.model.runtime.SandboxId;
import dev.jubelet.nodeserver.PodReport;
import dev.jubelet.nodeserver.http.HttpAnswer;
import dev.jubelet.nodeserver.http.HttpCall;
import dev.jubelet.nodeserver.http.Reply;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import dev.jubelet.ports.runtime.ContainerRuntime;
import dev.jubelet.ports.stream.StreamOptions;
import dev.jubelet.ports.stream.StreamSession;
import dev.jubelet.ports.stream.StreamTarget;
import dev.jubelet.streaming.StreamUpgrade;
import dev.jubelet.streaming.proxy.RuntimeStreamProxy;
import dev.jubelet.streaming.session.StreamEndpoint;
import io.netty.channel.Channel;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;

/**
 * {@code /exec}, {@code /attach} and {@code /portForward}: asks the runtime, and hands the client
 * over to the session that it answers with, or to its streaming server.
 */
final class StreamEndpoints {
  private final ServedNode node;
  private final PodLookup lookup;
  private final StreamEndpoint sessions;
  private final RuntimeStreamProxy proxy;

  StreamEndpoints(ServedNode node, PodLookup lookup, StreamEndpoint sessions) {
    this.node = node;
    this.lookup = lookup;
    this.sessions = sessions;
    this.proxy = new RuntimeStreamProxy(sessions);
  }

  void exec(HttpCall call, Map<String, String> names, Reply reply) throws IOException {
    String container = names.getOrDefault("container", "");
    command(
        call,
        names,
        reply,
        "container not found (" + GoQuote.quoted(container) + ")",
        (runtime, pod, id, options) ->
            runtime.streams().exec(id, call.target().parameters("command"), options));
  }

  void attach(HttpCall call, Map<String, String> names, Reply reply) throws IOException {
    String container = names.getOrDefault("container", "");
    command(
        call,
        names,
        reply,
        "container %s not found in pod %s_%s"
            .formatted(container, names.get("pod"), names.get("namespace")),
        (runtime, pod, id, options) ->
            // CRI: a process has a terminal or not from its start, whatever the caller thinks.
            runtime
                .streams()
                .attach(
                    id,
                    new StreamOptions(
                        options.stdin(),
                        options.stdout(),
                        options.stderr(),
                        PodLookup.hasTerminal(pod, container))));
  }

  private interface Ask {
    StreamTarget target(ContainerRuntime runtime, Pod pod, ContainerId id, StreamOptions options);
  }

  private void command(
      HttpCall call, Map<String, String> names, Reply reply, String missing, Ask ask)
      throws IOException {
    StreamOptions options;
    try {
      options = StreamUpgrade.options(call.target().query());
    } catch (IllegalArgumentException senseless) {
      reply.send(HttpAnswer.text(400, String.valueOf(senseless.getMessage())));
      return;
    }
    Optional<PodReport> report = find(names);
    if (report.isEmpty() || !PodLookup.hasUid(names, report.get().pod())) {
      reply.send(HttpAnswer.text(404, "pod does not exist"));
      return;
    }
    if (!accepted(call, reply)) {
      return;
    }
    Pod pod = report.get().pod();
    StreamTarget target;
    try {
      ContainerRuntime runtime = node.runtime().get().orElseThrow(Failures::missingRuntime);
      // Not FailureKind.NOT_FOUND, which only an answer of the runtime itself has here.
      ContainerId id =
          PodLookup.running(runtime, pod.uid(), names.getOrDefault("container", ""))
              .orElseThrow(() -> new OutsideFailure(FailureKind.INTERNAL, missing));
      target = ask.target(runtime, pod, id, options);
    } catch (OutsideFailure failed) {
      reply.send(Failures.ofStream(failed));
      return;
    }
    handOver(
        call, reply, target, (client, url) -> proxy.command(client, call.request(), url, options));
  }

  void portForward(HttpCall call, Map<String, String> names, Reply reply) throws IOException {
    List<Integer> ports;
    try {
      ports = StreamUpgrade.ports(call.request(), call.target().query());
    } catch (IllegalArgumentException senseless) {
      reply.send(HttpAnswer.text(400, String.valueOf(senseless.getMessage())));
      return;
    }
    Optional<PodReport> report = find(names);
    if (report.isEmpty()) {
      reply.send(HttpAnswer.text(404, "pod does not exist"));
      return;
    }
    Pod pod = report.get().pod();
    if (!PodLookup.hasUid(names, pod)) {
      reply.send(HttpAnswer.text(404, "pod not found"));
      return;
    }
    if (!accepted(call, reply)) {
      return;
    }
    StreamTarget target;
    try {
      ContainerRuntime runtime = node.runtime().get().orElseThrow(Failures::missingRuntime);
      String missing =
          "pod not found (%s)"
              .formatted(GoQuote.quoted(pod.metadata().name() + "_" + pod.metadata().namespace()));
      SandboxId sandbox =
          PodLookup.readySandbox(runtime, pod.uid())
              .orElseThrow(() -> new OutsideFailure(FailureKind.INTERNAL, missing));
      target = runtime.streams().portForward(sandbox, ports);
    } catch (OutsideFailure failed) {
      reply.send(Failures.ofStream(failed));
      return;
    }
    handOver(call, reply, target, (client, url) -> proxy.ports(client, call.request(), url));
  }

  /**
   * @param forward leads the client to an address of the runtime
   */
  private void handOver(
      HttpCall call, Reply reply, StreamTarget target, BiConsumer<Channel, URI> forward) {
    reply.handOver(client -> {
      switch (target) {
        case StreamSession session -> sessions.serve(client, call.request(), session);
        case StreamTarget.Url url -> forward.accept(client, url.address());
      }
    });
  }

  private boolean accepted(HttpCall call, Reply reply) throws IOException {
    boolean accepted = StreamUpgrade.accepts(call.request());
    if (!accepted) {
      reply.send(HttpAnswer.text(500, "Upgrade request required\n"));
    }
    return accepted;
  }

  private Optional<PodReport> find(Map<String, String> names) {
    return lookup.pod(names.getOrDefault("namespace", ""), names.getOrDefault("pod", ""));
  }
}
