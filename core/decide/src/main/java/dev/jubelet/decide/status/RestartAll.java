package dev.jubelet.decide.status;

import dev.jubelet.decide.restart.RestartRule;
import dev.jubelet.model.container.ContainerRestartRuleAction;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.runtime.ContainerCondition;
import dev.jubelet.model.runtime.ObservedContainer;
import dev.jubelet.model.status.ContainerStateTerminated;
import dev.jubelet.model.status.ContainerStatus;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;

/** Whether the exit of one container has set off a restart of all, see restartPolicyRules. */
final class RestartAll {
  private RestartAll() {}

  static boolean possible(Pod pod) {
    return pod.spec()
        .initAndMainContainers()
        .flatMap(c -> c.restartPolicyRules().stream())
        .anyMatch(rule -> rule.action() == ContainerRestartRuleAction.RESTART_ALL_CONTAINERS);
  }

  static boolean ongoing(StatusInput input) {
    return input
        .pod()
        .spec()
        .initAndMainContainers()
        .anyMatch(container -> {
          OptionalInt exit = lastExit(input, container.name());
          return exit.isPresent() && RestartRule.restartsAll(container, exit.getAsInt());
        });
  }

  /** All instances are gone, and the pod begins anew. */
  static boolean cleanedUp(StatusInput input) {
    return input
        .pod()
        .spec()
        .initAndMainContainers()
        .allMatch(c -> input.observed().newest(c.name()).isEmpty());
  }

  private static OptionalInt lastExit(StatusInput input, String name) {
    Optional<ObservedContainer> newest = input.observed().newest(name);
    if (newest.isPresent()) {
      return newest.get().condition() instanceof ContainerCondition.Exited exited
          ? OptionalInt.of(exited.exitCode())
          : OptionalInt.empty();
    }
    return Stream.concat(
            input.previous().initContainerStatuses().stream(),
            input.previous().containerStatuses().stream())
        .filter(status -> status.name().equals(name))
        .map(RestartAll::terminated)
        .flatMap(Optional::stream)
        .mapToInt(ContainerStateTerminated::exitCode)
        .findFirst();
  }

  private static Optional<ContainerStateTerminated> terminated(ContainerStatus status) {
    return Optional.ofNullable(status.state().terminated());
  }
}
