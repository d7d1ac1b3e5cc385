package dev.jubelet.engine.watch;

import dev.jubelet.model.runtime.RuntimeReadiness;
import dev.jubelet.ports.NodeServices;
import dev.jubelet.ports.runtime.RuntimeFacts;
import java.time.Duration;
import java.util.function.Consumer;

/** Asks the runtime whether it and its network are ready: often until they are, seldom after. */
public final class ReadinessWatch {
  private static final Duration SOON = Duration.ofSeconds(1);
  private static final Duration LATER = Duration.ofSeconds(10);

  private final RuntimeFacts facts;
  private final NodeServices node;
  private final Consumer<RuntimeReadiness> listener;
  private volatile boolean closed;

  public ReadinessWatch(
      RuntimeFacts facts, NodeServices node, Consumer<RuntimeReadiness> listener) {
    this.facts = facts;
    this.node = node;
    this.listener = listener;
  }

  public void start() {
    if (!closed) {
      node.effects()
          .run(
              "ask the runtime for its readiness",
              () -> Attempt.of(facts::readiness),
              this::answered);
    }
  }

  public void close() {
    closed = true;
  }

  private void answered(Attempt<RuntimeReadiness> answer) {
    RuntimeReadiness readiness =
        switch (answer) {
          case Attempt.Ok<RuntimeReadiness> ok -> ok.value();
          case Attempt.Failed<RuntimeReadiness> failed -> RuntimeReadiness.unanswered(failed.why());
        };
    listener.accept(readiness);
    node.time()
        .after(readiness.networkReady() && readiness.runtimeReady() ? LATER : SOON, this::start);
  }
}
