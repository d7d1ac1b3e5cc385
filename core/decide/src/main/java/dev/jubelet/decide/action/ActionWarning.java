package dev.jubelet.decide.action;

import dev.jubelet.decide.image.ImageAskers;
import dev.jubelet.decide.image.PullMessages;
import dev.jubelet.model.container.Container;
import dev.jubelet.model.lifecycle.WaitingReason;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.runtime.ObservedContainer;
import java.util.ArrayList;
import java.util.List;

/**
 * A warning about a step that failed, as a kubelet announces it.
 *
 * @param container that it is about; an empty text when that is the whole pod
 */
public record ActionWarning(String container, String reason, String message) {

  static List<ActionWarning> of(Action action, WaitingReason waitingReason) {
    return switch (action) {
      case Action.EnsureImage ready -> ofImage(ready.container(), waitingReason);
      case Action.StartContainer(Pod _, ObservedContainer container) -> {
        String why = waitingReason.message().replace(container.id().value(), container.name());
        yield List.of(new ActionWarning(container.name(), "Failed", "Error: " + why));
      }
      case Action _ -> inItsWords(action.facts(), waitingReason);
    };
  }

  private static List<ActionWarning> inItsWords(ActionFacts facts, WaitingReason waitingReason) {
    ActionFacts.Warning warning = facts.words().warning();
    String container = warning.ofContainer() ? facts.step().container() : "";
    String message = warning.template().replace("{}", facts.words().why(waitingReason));
    return warning.equals(ActionFacts.Warning.NONE)
        ? List.of()
        : List.of(new ActionWarning(container, warning.reason(), message));
  }

  /** Kubernetes: one for the image, and one for the container that cannot start without it. */
  private static List<ActionWarning> ofImage(Container container, WaitingReason waitingReason) {
    boolean ofVolume = ImageAskers.isVolume(container.name());
    String asker = ofVolume ? "" : container.name();
    String why = waitingReason.reason();
    List<ActionWarning> warnings = new ArrayList<>();
    if (PullMessages.isPullFailure(why)) {
      String image = "\"" + container.image() + "\"";
      warnings.add(
          new ActionWarning(
              asker, "Failed", "Failed to pull image " + image + ": " + waitingReason.message()));
    } else {
      String reason = why.equals("ErrImageNeverPull") ? why : "InspectFailed";
      warnings.add(new ActionWarning(asker, reason, waitingReason.message()));
    }
    if (!ofVolume) {
      warnings.add(new ActionWarning(asker, "Failed", "Error: " + why));
    }
    return warnings;
  }
}
