package dev.jubelet.decide.resize;

import dev.jubelet.json.JsonObject;
import dev.jubelet.json.JsonWriter;
import dev.jubelet.json.Node;
import dev.jubelet.model.container.Container;
import dev.jubelet.model.meta.Quantity;
import dev.jubelet.model.pod.Pod;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What events say of a resize: the amounts as JSON, as Kubernetes has it, for tools to read. */
public final class ResizeMessages {
  private ResizeMessages() {}

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
    return JsonWriter.go(
        new JsonObject()
            .putUnlessEmpty("initContainers", containers(pod.spec().initContainers()))
            .putUnlessEmpty("containers", containers(pod.spec().containers()))
            .put("generation", pod.metadata().generation())
            .putUnlessEmpty("error", error)
            .build());
  }

  private static List<Node> containers(List<Container> containers) {
    return containers.stream().map(ResizeMessages::container).toList();
  }

  private static Node container(Container container) {
    return new JsonObject()
        .put("name", container.name())
        .put(
            "resources",
            new JsonObject()
                .putUnlessEmpty("limits", amounts(container.resources().limits()))
                .putUnlessEmpty("requests", amounts(container.resources().requests())))
        .build();
  }

  private static Node.Fields amounts(Map<String, Quantity> list) {
    JsonObject amounts = new JsonObject();
    new TreeMap<>(list).forEach((resource, amount) -> amounts.put(resource, amount.toString()));
    return amounts.build();
  }
}
