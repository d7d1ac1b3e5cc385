package dev.jubelet.decide.status;

import dev.jubelet.decide.resources.PodLimits;
import dev.jubelet.decide.resources.PodRequests;
import dev.jubelet.decide.resources.QosClasses;
import dev.jubelet.decide.status.container.ContainerSlot;
import dev.jubelet.decide.status.container.ContainerStates;
import dev.jubelet.decide.status.container.ReadinessRule;
import dev.jubelet.decide.status.container.TerminationMessages;
import dev.jubelet.model.container.ResourceRequirements;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.pod.PodSpec;
import dev.jubelet.model.runtime.ObservedSandbox;
import dev.jubelet.model.status.ConditionStatus;
import dev.jubelet.model.status.ContainerStatus;
import dev.jubelet.model.status.HostIp;
import dev.jubelet.model.status.PodIp;
import dev.jubelet.model.status.PodPhase;
import dev.jubelet.model.status.PodStatus;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** How a pod looks from outside: the status that the API shows. */
public final class StatusProjection {
  private StatusProjection() {}

  public static PodStatus project(StatusInput input) {
    PodSpec spec = input.pod().spec();
    PodStatus previous = input.previous();
    if (nothingIsLeft(input)) {
      return previous;
    }
    List<ContainerSlot> initSlots =
        spec.initContainers().stream().map(ContainerSlot::init).toList();
    List<ContainerSlot> mainSlots = spec.containers().stream().map(ContainerSlot::main).toList();
    List<ContainerSlot> ephemeralSlots =
        spec.ephemeralContainers().stream().map(ContainerSlot::ephemeral).toList();

    ContainerStatusRule rule = new ContainerStatusRule(input);
    List<ContainerStatus> init = states(rule, initSlots, previous.initContainerStatuses());
    List<ContainerStatus> main = states(rule, mainSlots, previous.containerStatuses());
    List<ContainerStatus> ephemeral =
        states(rule, ephemeralSlots, previous.ephemeralContainerStatuses());
    if (input.ended()) {
      main = FinalStates.ofMain(main, init, previous);
      init = FinalStates.ofInit(init);
      ephemeral = FinalStates.ofEphemeral(ephemeral);
    }
    init = finished(input, initSlots, init, previous.initContainerStatuses());
    main = finished(input, mainSlots, main, previous.containerStatuses());
    ephemeral = finished(input, ephemeralSlots, ephemeral, previous.ephemeralContainerStatuses());

    PodPhase byContainers = PhaseRule.of(input, init, main, mainBegun(input));
    return assembled(input, init, main, ephemeral, PodOutcome.of(input, byContainers));
  }

  /**
   * A pod that was told as ended, or as rejected, and of which the runtime has nothing: what was
   * told then is all that is known.
   */
  private static boolean nothingIsLeft(StatusInput input) {
    PodStatus previous = input.previous();
    return input.ended()
        && input.observed().isEmpty()
        && PodOutcome.isFinal(previous.phase())
        && previous.observedGeneration() >= input.pod().metadata().generation()
        && previous.conditions().stream()
            .noneMatch(
                c -> c.type().equals(ReadyCondition.TYPE) && c.status() == ConditionStatus.TRUE);
  }

  private static List<ContainerStatus> states(
      ContainerStatusRule rule, List<ContainerSlot> slots, List<ContainerStatus> old) {
    return slots.stream().map(slot -> rule.project(slot, named(old, slot.name()))).toList();
  }

  private static List<ContainerStatus> finished(
      StatusInput input,
      List<ContainerSlot> slots,
      List<ContainerStatus> statuses,
      List<ContainerStatus> old) {
    ReadinessRule readiness = new ReadinessRule(input.readiness());
    List<ContainerStatus> all = new ArrayList<>();
    for (int i = 0; i < slots.size(); i++) {
      ContainerSlot slot = slots.get(i);
      all.add(readiness.apply(slot, statuses.get(i), named(old, slot.name())));
    }
    return new TerminationMessages(input.pod().spec()).shortened(all);
  }

  private static PodStatus assembled(
      StatusInput input,
      List<ContainerStatus> init,
      List<ContainerStatus> main,
      List<ContainerStatus> ephemeral,
      PodOutcome outcome) {
    Pod pod = input.pod();
    PodStatus source = pod.status();
    List<HostIp> hostIps = PodAddresses.hosts(input);
    List<PodIp> podIps = PodAddresses.pods(input);
    return new PodStatus(
        Math.max(pod.metadata().generation(), input.previous().observedGeneration()),
        outcome.shown(),
        Conditions.of(input, init, main, outcome.judged()),
        outcome.message(),
        outcome.reason(),
        source.nominatedNodeName(),
        hostIps.isEmpty() ? "" : hostIps.getFirst().ip(),
        hostIps,
        podIps.isEmpty() ? "" : podIps.getFirst().ip(),
        podIps,
        startTime(input),
        init,
        main,
        QosClasses.of(pod),
        ephemeral,
        source.resize(),
        source.resourceClaimStatuses(),
        source.extendedResourceClaimStatus(),
        PodRequests.of(pod),
        resources(pod),
        source.nodeAllocatableResourceClaimStatuses());
  }

  /** When the node first knew of the pod; deadlines count from it, so it never changes. */
  private static Instant startTime(StatusInput input) {
    return Optional.ofNullable(input.previous().startTime())
        .or(() -> Optional.ofNullable(input.pod().status().startTime()))
        .orElseGet(() -> ContainerStates.seconds(oldestSandbox(input).orElse(input.now())));
  }

  /** A pod without a status of its own began, at the latest, with its first sandbox. */
  private static Optional<Instant> oldestSandbox(StatusInput input) {
    return input.observed().sandboxes().stream()
        .map(ObservedSandbox::createdAt)
        .filter(made -> made.isBefore(input.now()) && made.isAfter(Instant.EPOCH))
        .min(Comparator.naturalOrder());
  }

  private static ResourceRequirements resources(Pod pod) {
    ResourceRequirements whole = pod.spec().resources();
    return new ResourceRequirements(
        PodLimits.of(pod), PodRequests.of(pod), whole == null ? List.of() : whole.claims());
  }

  private static boolean mainBegun(StatusInput input) {
    Optional<ObservedSandbox> sandbox =
        input.observed().newestSandbox().filter(ObservedSandbox::ready);
    return sandbox.isPresent()
        && input.observed().containers().stream()
            .filter(c -> c.sandbox().equals(sandbox.get().id()))
            .anyMatch(c ->
                input.pod().spec().containers().stream()
                    .anyMatch(main -> main.name().equals(c.name())));
  }

  private static @Nullable ContainerStatus named(List<ContainerStatus> statuses, String name) {
    return statuses.stream().filter(s -> s.name().equals(name)).findFirst().orElse(null);
  }
}
