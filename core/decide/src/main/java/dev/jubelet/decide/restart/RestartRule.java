package dev.jubelet.decide.restart;

import dev.jubelet.model.container.Container;
import dev.jubelet.model.container.ContainerRestartPolicy;
import dev.jubelet.model.container.ContainerRestartRule;
import dev.jubelet.model.container.ContainerRestartRuleAction;
import dev.jubelet.model.container.ContainerRestartRuleOnExitCodes;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.pod.RestartPolicy;
import dev.jubelet.model.runtime.ContainerCondition;
import dev.jubelet.model.runtime.ObservedContainer;
import org.jspecify.annotations.Nullable;

/** Whether a container that is not running should run (again). */
public final class RestartRule {
  private RestartRule() {}

  /**
   * @param newest its newest instance, or null when it never ran
   */
  public static boolean shouldRun(
      Pod pod, Container container, @Nullable ObservedContainer newest) {
    return newest == null
        || !(newest.condition() instanceof ContainerCondition.Exited exited)
        || restarts(pod, container, exited.exitCode());
  }

  /** Whether an exit with this code is followed by a restart. */
  public static boolean restarts(Pod pod, Container container, int exitCode) {
    for (ContainerRestartRule rule : container.restartPolicyRules()) {
      if (matches(rule, exitCode)) {
        return true;
      }
    }
    return switch (policy(pod, container)) {
      case ALWAYS -> true;
      case ON_FAILURE -> exitCode != 0;
      case NEVER -> false;
    };
  }

  /**
   * Whether an exit with this code asks for a restart of the whole pod; the first match decides.
   */
  public static boolean restartsAll(Container container, int exitCode) {
    for (ContainerRestartRule rule : container.restartPolicyRules()) {
      if (matches(rule, exitCode)) {
        return rule.action() == ContainerRestartRuleAction.RESTART_ALL_CONTAINERS;
      }
    }
    return false;
  }

  private static boolean matches(ContainerRestartRule rule, int exitCode) {
    ContainerRestartRuleOnExitCodes codes = rule.exitCodes();
    if (codes == null) {
      return false;
    }
    boolean listed = codes.values().contains(exitCode);
    return switch (codes.operator()) {
      case IN -> listed;
      case NOT_IN -> !listed;
    };
  }

  /**
   * The container's own policy, or the pod's; a plain init container never restarts after success.
   */
  private static RestartPolicy policy(Pod pod, Container container) {
    ContainerRestartPolicy own = container.restartPolicy();
    if (own != null) {
      return switch (own) {
        case ALWAYS -> RestartPolicy.ALWAYS;
        case ON_FAILURE -> RestartPolicy.ON_FAILURE;
        case NEVER -> RestartPolicy.NEVER;
      };
    }
    boolean init = pod.spec().isInit(container.name());
    RestartPolicy pods = pod.spec().restartPolicy();
    return init && pods == RestartPolicy.ALWAYS ? RestartPolicy.ON_FAILURE : pods;
  }
}
