package dev.jubelet.engine;

import dev.jubelet.model.pod.PodName;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.runtime.ContainerCondition;
import dev.jubelet.model.runtime.ContainerId;
import dev.jubelet.model.runtime.ObservedContainer;
import dev.jubelet.model.runtime.ObservedSandbox;
import dev.jubelet.model.runtime.PodObservation;
import dev.jubelet.model.runtime.SandboxId;
import dev.jubelet.model.runtime.config.NamespaceOptions;
import dev.jubelet.testkit.ManualTime;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** What a look at pod "u" may show. */
public final class TestObservations {
  public static final PodUid UID = new PodUid("u");
  public static final PodName NAME = new PodName("default", "p-u");
  public static final Instant T0 = ManualTime.DAWN;

  private TestObservations() {}

  public static Instant at(int second) {
    return T0.plusSeconds(second);
  }

  public static ObservedSandbox sandbox(int attempt, boolean ready) {
    return new ObservedSandbox(
        new SandboxId("s" + attempt),
        "p-u",
        "default",
        UID,
        attempt,
        ready,
        T0,
        List.of("10.0.0.7"),
        NamespaceOptions.Mode.POD,
        "",
        Map.of(),
        Map.of());
  }

  public static ObservedContainer container(
      String name, int attempt, ContainerCondition condition) {
    return container(name, attempt, condition, T0);
  }

  public static ObservedContainer container(
      String name, int attempt, ContainerCondition condition, Instant createdAt) {
    return new ObservedContainer(
        new ContainerId(name + "-" + attempt),
        new SandboxId("s0"),
        UID,
        name,
        attempt,
        condition,
        createdAt,
        "img:1",
        "img:1",
        "img:1",
        "/logs/" + name,
        Map.of(),
        Map.of(),
        null,
        null);
  }

  public static ContainerCondition created() {
    return new ContainerCondition.Created();
  }

  public static ContainerCondition running() {
    return new ContainerCondition.Running(T0);
  }

  public static ContainerCondition exited(int code, Instant at) {
    return new ContainerCondition.Exited(T0, at, code, "", "");
  }

  public static PodObservation look(
      int second, List<ObservedSandbox> sandboxes, ObservedContainer... containers) {
    return new PodObservation(UID, NAME, sandboxes, List.of(containers), at(second));
  }
}
