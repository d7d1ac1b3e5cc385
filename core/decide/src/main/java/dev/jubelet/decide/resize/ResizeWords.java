package dev.jubelet.decide.resize;

import dev.jubelet.decide.config.JsonObject;
import dev.jubelet.model.container.Container;
import dev.jubelet.model.meta.Quantity;
import dev.jubelet.model.pod.Pod;
import java.util.Map;
import java.util.TreeMap;

/** What events say of a resize: the amounts as JSON, as Kubernetes has it, for tools to read. */
public final class ResizeWords {
  private ResizeWords() {}

  public static String started(Pod pod) {
    return "Pod resize started: " + summary(pod, "");
  }

  public static String pending(Pod wanted, String reason, String why) {
    return "Pod resize " + reason + ": " + summary(wanted, why);
  }

  public static String completed(Pod pod) {
    return "Pod resize completed: " + summary(pod, "");
  }

  private static String summary(Pod pod, String error) {
    return new JsonObject()
        .listUnlessEmpty("initContainers", pod.spec().initContainers(), ResizeWords::container)
        .listUnlessEmpty("containers", pod.spec().containers(), ResizeWords::container)
        .raw("generation", Long.toString(pod.metadata().generation()))
        .textUnlessEmpty("error", error)
        .toString();
  }

  private static String container(Container container) {
    JsonObject resources = new JsonObject();
    amounts(resources, "limits", container.resources().limits());
    amounts(resources, "requests", container.resources().requests());
    return new JsonObject()
        .text("name", container.name())
        .raw("resources", resources.toString())
        .toString();
  }

  private static void amounts(JsonObject json, String name, Map<String, Quantity> list) {
    if (!list.isEmpty()) {
      JsonObject amounts = new JsonObject();
      new TreeMap<>(list).forEach((resource, amount) -> amounts.text(resource, amount.toString()));
      json.raw(name, amounts.toString());
    }
  }
}
