package dev.jubelet.decide.probe;

import dev.jubelet.decide.handler.HandlerTargets;
import dev.jubelet.model.container.handler.HttpTarget;
import java.util.List;

/** What a probe asks, and of whom. */
public sealed interface ProbeCall {
  record Exec(List<String> command) implements ProbeCall {
    public Exec {
      command = List.copyOf(command);
    }
  }

  record Http(HttpTarget target) implements ProbeCall {}

  record Tcp(HandlerTargets.SocketTarget target) implements ProbeCall {}

  record Grpc(String host, int port, String service) implements ProbeCall {}

  /** There is nobody to ask. */
  record Impossible(String why) implements ProbeCall {}
}
