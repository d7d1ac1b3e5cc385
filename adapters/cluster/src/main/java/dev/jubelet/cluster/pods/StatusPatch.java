package dev.jubelet.cluster.pods;

import dev.jubelet.codec.RecordEncoder;
import dev.jubelet.json.JsonObject;
import dev.jubelet.json.JsonWriter;
import dev.jubelet.json.Node;
import dev.jubelet.json.TextPosition;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.status.PodStatus;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A strategic merge patch that makes a status ours whatever it was before: all that we say, and the
 * end of what we said earlier. Its UID makes it fail for another pod of the same name.
 */
final class StatusPatch {
  /** Merged by key in Kubernetes, so that what is gone from them has to be said. */
  private static final Map<String, String> KEYED =
      Map.of("conditions", "type", "podIPs", "ip", "hostIPs", "ip");

  private StatusPatch() {}

  /**
   * @param shown statuses that the API server may have
   * @param ours what it is to have, as {@link OwnStatus#of} makes it
   */
  static Node.Fields of(PodUid uid, List<Node.Fields> shown, PodStatus ours) {
    Map<String, Node.Field> status = new LinkedHashMap<>(RecordEncoder.tree(ours).fields());
    for (Node.Fields old : shown) {
      old.fields()
          .forEach((name, field) -> {
            if (OwnStatus.FIELDS.contains(name)) {
              withdraw(status, name, field.value());
            }
          });
    }
    return new JsonObject()
        .put("metadata", new JsonObject().put("uid", uid.value()))
        .put("status", new Node.Fields(status, TextPosition.START))
        .build();
  }

  private static void withdraw(Map<String, Node.Field> status, String name, Node old) {
    Node.Field now = status.get(name);
    String key = KEYED.get(name);
    if (key != null && old instanceof Node.Items items) {
      Node said = now == null ? new Node.Items(List.of(), TextPosition.START) : now.value();
      status.put(name, field(without(name, key, items, (Node.Items) said)));
    } else if (now == null) {
      status.put(name, field(new Node.Null(TextPosition.START)));
    } else if (old instanceof Node.Fields before && now.value() instanceof Node.Fields after) {
      status.put(name, field(object(before, after)));
    }
  }

  private static Node.Fields object(Node.Fields before, Node.Fields after) {
    Map<String, Node.Field> fields = new LinkedHashMap<>(after.fields());
    before.fields().forEach((name, field) -> withdraw(fields, name, field.value()));
    return new Node.Fields(fields, TextPosition.START);
  }

  /** What we say of a list, and that what others do not own and we do not say is gone. */
  private static Node.Items without(String name, String key, Node.Items old, Node.Items now) {
    Map<String, Node> items = new LinkedHashMap<>();
    now.items().forEach(item -> items.put(value(item, key), item));
    for (Node item : old.items()) {
      String is = value(item, key);
      Node said = items.get(is);
      boolean ours = !name.equals("conditions") || OwnStatus.CONDITIONS.contains(is);
      if (said instanceof Node.Fields after && item instanceof Node.Fields before) {
        // An item is merged as well: a condition would keep the reason that it had before.
        items.put(is, object(before, after));
      } else if (said == null && ours) {
        items.put(is, new JsonObject().put("$patch", "delete").put(key, is).build());
      }
    }
    return new Node.Items(List.copyOf(items.values()), TextPosition.START);
  }

  private static String value(Node item, String key) {
    return item instanceof Node.Fields object ? object.text(key) : JsonWriter.compact(item);
  }

  private static Node.Field field(Node value) {
    return new Node.Field(TextPosition.START, value);
  }
}
