package dev.jubelet.simulator;

import dev.jubelet.model.container.Container;
import dev.jubelet.model.container.ContainerRestartRuleAction;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.testkit.runtime.FakeRuntimeEvent;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What an onlooker remembers: pods, when their sources spoke of them, and every instance. */
final class SimulationHistory {
  private final Map<PodUid, Pod> pods = new LinkedHashMap<>();
  private final Map<PodUid, Instant> listedAt = new LinkedHashMap<>();
  private final Map<PodUid, Instant> removedAt = new LinkedHashMap<>();
  private final Map<PodUid, Instant> editedAt = new LinkedHashMap<>();
  private final Map<String, Instance> instances = new LinkedHashMap<>();
  private final Map<String, Instance> newest = new LinkedHashMap<>();
  private final Map<String, List<Instance>> byName = new HashMap<>();
  private final Map<PodUid, Instant> allAskedAt = new HashMap<>();
  private final Map<PodUid, Instant> allDoneAt = new HashMap<>();
  private final Map<String, PodUid> askers = new HashMap<>();

  /** One instance of a container, from its creation to its end. */
  static final class Instance {
    final int attempt;
    final Instant createdAt;

    /** The clock's time then: an effect that was slow before dates its work later than that. */
    final Instant notedAt;

    /** The hash of the definition that it was made from. */
    final String definition;

    /** When the last try began that ended: one that replaces what never ran is the same try. */
    final Instant triedSince;

    final String sandbox;

    private boolean started;
    private @Nullable Instant exitedAt;
    private int exitCode;
    private int stopAskedInLife = -1;

    private Instance(
        FakeRuntimeEvent created, Instant notedAt, String definition, @Nullable Instance before) {
      this.attempt = created.attempt();
      this.createdAt = created.at();
      this.notedAt = notedAt;
      this.definition = definition;
      this.sandbox = created.sandbox();
      this.triedSince = before == null || before.exitedAt != null ? notedAt : before.triedSince;
    }

    boolean hasStarted() {
      return started;
    }

    boolean succeeded() {
      return exitedAt != null && exitCode == 0;
    }

    @Nullable Instant exitedAt() {
      return exitedAt;
    }

    int exitCode() {
      return exitCode;
    }

    /** Whether our process has asked for its end, in whichever life. */
    boolean stopAsked() {
      return stopAskedInLife >= 0;
    }

    /** Whether the life of our process that asked for its end still goes on. */
    boolean stopAskedIn(int life) {
      return stopAskedInLife == life;
    }
  }

  void listed(Pod pod, Instant at) {
    listedAt.putIfAbsent(pod.uid(), at);
    if (pods.put(pod.uid(), pod) != null) {
      editedAt.put(pod.uid(), at);
    }
  }

  void removed(PodUid uid, Instant at) {
    removedAt.put(uid, at);
  }

  /** Its newest definition, also when no source has it any more. */
  @Nullable Pod pod(PodUid uid) {
    return pods.get(uid);
  }

  /** When its source spoke of it first. */
  @Nullable Instant listedAt(PodUid uid) {
    return listedAt.get(uid);
  }

  @Nullable Instant removedAt(PodUid uid) {
    return removedAt.get(uid);
  }

  boolean editedSince(PodUid uid, Instant moment) {
    Instant edited = editedAt.get(uid);
    return edited != null && !edited.isBefore(moment);
  }

  /**
   * @param definition the hash of the container's definition
   */
  void created(FakeRuntimeEvent event, Instant now, String definition) {
    String key = key(event.uid(), event.name());
    Instance created = new Instance(event, now, definition, newest.get(key));
    instances.put(event.id(), created);
    byName.computeIfAbsent(key, _ -> new ArrayList<>()).add(created);
    newest.put(key, created);
  }

  void started(FakeRuntimeEvent event) {
    Instance begun = instances.get(event.id());
    if (begun != null) {
      begun.started = true;
    }
  }

  void exited(FakeRuntimeEvent event) {
    Instance ended = instances.get(event.id());
    Integer code = event.exitCode();
    if (ended != null && code != null) {
      ended.exitedAt = event.at();
      ended.exitCode = code;
      if (asksForAll(event.uid(), event.name(), code)) {
        asked(event);
        askers.put(event.id(), event.uid());
      }
    }
  }

  void stopAsked(String containerId, int life) {
    Instance stopped = instances.get(containerId);
    if (stopped != null) {
      stopped.stopAskedInLife = life;
    }
  }

  /** Who asked for a restart of all is taken away in its course. */
  void gone(FakeRuntimeEvent event) {
    if (askers.remove(event.id()) != null) {
      allDoneAt.put(event.uid(), event.at());
    }
  }

  private void asked(FakeRuntimeEvent event) {
    allAskedAt.merge(event.uid(), event.at(), (a, b) -> a.isAfter(b) ? a : b);
  }

  /** Whether a restart of all was asked for that is not done: perhaps nobody has heard of it. */
  boolean allToBeRestarted(PodUid uid) {
    return askers.containsValue(uid);
  }

  private boolean asksForAll(PodUid uid, String name, int code) {
    Pod pod = pods.get(uid);
    return pod != null
        && Stream.concat(pod.spec().initContainers().stream(), pod.spec().containers().stream())
            .filter(container -> container.name().equals(name))
            .flatMap(container -> container.restartPolicyRules().stream())
            .anyMatch(rule ->
                rule.action() == ContainerRestartRuleAction.RESTART_ALL_CONTAINERS
                    && rule.exitCodes() != null
                    && rule.exitCodes().values().contains(code));
  }

  /** Whether an exit since then asked for a restart of all containers of the pod. */
  boolean allRestartedSince(PodUid uid, Instant moment) {
    Instant asked = allAskedAt.get(uid);
    return asked != null && !asked.isBefore(moment);
  }

  /** Whether it may have been stopped for a restart of all, heard of late or not. */
  boolean mayHaveBeenRestartedWithAll(PodUid uid, Instance instance) {
    Instant done = allDoneAt.get(uid);
    return allToBeRestarted(uid)
        || allRestartedSince(uid, instance.createdAt)
        || (done != null && !done.isBefore(instance.createdAt));
  }

  /** All instances of a container, oldest first. */
  List<Instance> instances(PodUid uid, String container) {
    return byName.getOrDefault(key(uid, container), List.of());
  }

  @Nullable Instance instance(String containerId) {
    return instances.get(containerId);
  }

  @Nullable Instance newest(PodUid uid, String container) {
    return newest.get(key(uid, container));
  }

  private static String key(PodUid uid, String container) {
    return uid + "/" + container;
  }

  /** The main container of that name, or null when it is another kind of container. */
  static @Nullable Container mainOf(Pod pod, String name) {
    return pod.spec().containers().stream()
        .filter(container -> container.name().equals(name))
        .findFirst()
        .orElse(null);
  }
}
