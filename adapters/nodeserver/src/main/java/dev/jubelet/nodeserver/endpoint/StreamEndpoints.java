package dev.jubelet.nodeserver.endpoint;

import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.runtime.ContainerId;
import dev.jubelet.model.runtime.SandboxId;
import dev.jubelet.nodeserver.http.HttpAnswer;
import dev.jubelet.nodeserver.http.HttpCall;
import dev.jubelet.nodeserver.http.Reply;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import dev.jubelet.ports.runtime.ContainerRuntime;
import dev.jubelet.ports.runtime.ContainerStreams;
import dev.jubelet.ports.stream.StreamOptions;
import dev.jubelet.ports.stream.StreamSession;
import dev.jubelet.ports.stream.StreamTarget;
import dev.jubelet.streaming.StreamUpgrade;
import dev.jubelet.streaming.proxy.RuntimeStreamProxy;
import dev.jubelet.streaming.session.StreamEndpoint;
import io.netty.channel.Channel;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * {@code /exec}, {@code /attach} and {@code /portForward}: asks the runtime, and hands the client
 * over to the session that it answers with, or to its streaming server.
 */
final class StreamEndpoints {
  /** Kubernetes: a runtime that has too many streams open is asked again after its own cache. */
  private static final String RETRY_SECONDS = "60";

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

  void exec(HttpCall call, Map<String, String> names, Reply reply) throws Refused {
    String container = names.getOrDefault("container", "");
    command(
        call,
        names,
        reply,
        "container not found (" + GoQuote.quoted(container) + ")",
        (streams, pod, id, options) ->
            streams.exec(id, call.target().parameters("command"), options));
  }

  void attach(HttpCall call, Map<String, String> names, Reply reply) throws Refused {
    String container = names.getOrDefault("container", "");
    command(
        call,
        names,
        reply,
        "container %s not found in pod %s_%s"
            .formatted(container, names.get("pod"), names.get("namespace")),
        (streams, pod, id, options) ->
            // CRI: a process has a terminal or not from its start, whatever the caller thinks.
            streams.attach(
                id,
                new StreamOptions(
                    options.stdin(),
                    options.stdout(),
                    options.stderr(),
                    PodLookup.hasTerminal(pod, container))));
  }

  private interface Ask {
    StreamTarget target(ContainerStreams streams, Pod pod, ContainerId id, StreamOptions options);
  }

  private void command(
      HttpCall call, Map<String, String> names, Reply reply, String missing, Ask ask)
      throws Refused {
    StreamOptions options = sensible(() -> StreamUpgrade.options(call.target().query()));
    Pod pod = lookup.pod(names, "pod does not exist");
    StreamTarget target =
        target(
            call,
            runtime -> {
              // Not FailureKind.NOT_FOUND, which only an answer of the runtime itself has here.
              ContainerId id =
                  PodLookup.running(runtime, pod.uid(), names.getOrDefault("container", ""))
                      .orElseThrow(() -> new OutsideFailure(FailureKind.INTERNAL, missing));
              return ask.target(runtime.streams(), pod, id, options);
            });
    handOver(
        call, reply, target, (client, url) -> proxy.command(client, call.request(), url, options));
  }

  void portForward(HttpCall call, Map<String, String> names, Reply reply) throws Refused {
    List<Integer> ports =
        sensible(() -> StreamUpgrade.ports(call.request(), call.target().query()));
    Pod pod = lookup.pod(names, "pod not found");
    String missing =
        "pod not found (%s)"
            .formatted(GoQuote.quoted(pod.metadata().name() + "_" + pod.metadata().namespace()));
    StreamTarget target =
        target(
            call,
            runtime -> {
              SandboxId sandbox =
                  PodLookup.readySandbox(runtime, pod.uid())
                      .orElseThrow(() -> new OutsideFailure(FailureKind.INTERNAL, missing));
              return runtime.streams().portForward(sandbox, ports);
            });
    handOver(call, reply, target, (client, url) -> proxy.ports(client, call.request(), url));
  }

  private static <T> T sensible(Supplier<T> wish) throws Refused {
    try {
      return wish.get();
    } catch (IllegalArgumentException senseless) {
      throw new Refused(400, String.valueOf(senseless.getMessage()));
    }
  }

  private StreamTarget target(HttpCall call, Function<ContainerRuntime, StreamTarget> question)
      throws Refused {
    if (!StreamUpgrade.accepts(call.request())) {
      throw new Refused(500, "Upgrade request required\n");
    }
    try {
      return question.apply(node.foundRuntime());
    } catch (OutsideFailure failed) {
      throw new Refused(
          switch (failed.kind()) {
            case NOT_FOUND -> HttpAnswer.text(404, failed.text());
            case EXHAUSTED ->
                HttpAnswer.text(429, failed.text()).with("Retry-After", RETRY_SECONDS);
            case BAD_SPEC,
                ALREADY_EXISTS,
                UNAVAILABLE,
                TIMED_OUT,
                DENIED,
                UNIMPLEMENTED,
                INTERNAL ->
                HttpAnswer.text(500, failed.text());
          });
    }
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
}
