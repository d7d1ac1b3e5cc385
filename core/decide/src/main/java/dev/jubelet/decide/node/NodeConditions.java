package dev.jubelet.decide.node;

import dev.jubelet.model.meta.Quantity;
import dev.jubelet.model.node.NodeCondition;
import dev.jubelet.model.status.ConditionStatus;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The conditions that are ours to tell: three kinds of pressure, and at the end Ready. */
public final class NodeConditions {
  public static final String READY = "Ready";

  private static final List<String> REQUIRED =
      List.of("cpu", "memory", "pods", "ephemeral-storage");

  /** A kind of pressure and what Kubernetes says about it. */
  enum Kind {
    MEMORY(
        "MemoryPressure",
        new Words(
            "KubeletHasInsufficientMemory",
            "kubelet has insufficient memory available",
            "NodeHasInsufficientMemory"),
        new Words(
            "KubeletHasSufficientMemory",
            "kubelet has sufficient memory available",
            "NodeHasSufficientMemory")),
    DISK(
        "DiskPressure",
        new Words("KubeletHasDiskPressure", "kubelet has disk pressure", "NodeHasDiskPressure"),
        new Words(
            "KubeletHasNoDiskPressure", "kubelet has no disk pressure", "NodeHasNoDiskPressure")),
    PID(
        "PIDPressure",
        new Words(
            "KubeletHasInsufficientPID",
            "kubelet has insufficient PID available",
            "NodeHasInsufficientPID"),
        new Words(
            "KubeletHasSufficientPID",
            "kubelet has sufficient PID available",
            "NodeHasSufficientPID"));

    final String type;
    final Words pressed;
    final Words free;

    Kind(String type, Words pressed, Words free) {
      this.type = type;
      this.pressed = pressed;
      this.free = free;
    }

    Words words(boolean pressure) {
      return pressure ? pressed : free;
    }

    boolean in(NodeHealth.Pressure pressure) {
      return switch (this) {
        case MEMORY -> pressure.memory();
        case DISK -> pressure.disk();
        case PID -> pressure.pid();
      };
    }
  }

  record Words(String reason, String message, String event) {}

  private NodeConditions() {}

  /**
   * @param shown what the cluster has now: a condition keeps the time since which it is so
   */
  public static List<NodeCondition> of(
      NodeHealth health, Map<String, Quantity> capacity, List<NodeCondition> shown, Instant wall) {
    List<NodeCondition> all = new ArrayList<>();
    for (Kind kind : Kind.values()) {
      boolean pressure = kind.in(health.pressure());
      Words words = kind.words(pressure);
      all.add(since(shown, kind.type, status(pressure), words.reason(), words.message(), wall));
    }
    List<String> obstacles = new ArrayList<>(health.obstacles());
    List<String> missing =
        REQUIRED.stream().filter(resource -> !capacity.containsKey(resource)).toList();
    if (!missing.isEmpty()) {
      obstacles.add("missing node capacity for resources: " + String.join(", ", missing));
    }
    all.add(
        obstacles.isEmpty()
            ? since(
                shown,
                READY,
                ConditionStatus.TRUE,
                "KubeletReady",
                "kubelet is posting ready status",
                wall)
            : since(
                shown,
                READY,
                ConditionStatus.FALSE,
                "KubeletNotReady",
                obstacles.size() == 1
                    ? obstacles.getFirst()
                    : "[" + String.join(", ", obstacles) + "]",
                wall));
    return all;
  }

  static Optional<NodeCondition> find(List<NodeCondition> conditions, String type) {
    return conditions.stream().filter(condition -> condition.type().equals(type)).findFirst();
  }

  private static ConditionStatus status(boolean holds) {
    return holds ? ConditionStatus.TRUE : ConditionStatus.FALSE;
  }

  private static NodeCondition since(
      List<NodeCondition> shown,
      String type,
      ConditionStatus status,
      String reason,
      String message,
      Instant wall) {
    Instant since =
        find(shown, type)
            .filter(before -> before.status() == status)
            .map(NodeCondition::lastTransitionTime)
            .orElse(wall);
    return new NodeCondition(type, status, wall, since, reason, message);
  }
}
