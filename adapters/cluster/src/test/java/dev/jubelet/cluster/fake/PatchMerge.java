package dev.jubelet.cluster.fake;

import dev.jubelet.json.JsonObject;
import dev.jubelet.json.Node;
import dev.jubelet.json.TextPosition;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Strategic merge patches, with the merge keys of the objects of a node. */
final class PatchMerge {
  /** The lists that are merged by a key; all others are replaced. */
  private static final Map<String, String> KEYS =
      Map.ofEntries(
          Map.entry("conditions", "type"),
          Map.entry("addresses", "type"),
          Map.entry("podIPs", "ip"),
          Map.entry("hostIPs", "ip"),
          Map.entry("containers", "name"),
          Map.entry("initContainers", "name"),
          Map.entry("ephemeralContainers", "name"),
          Map.entry("volumes", "name"),
          Map.entry("env", "name"),
          Map.entry("volumeMounts", "mountPath"),
          Map.entry("ports", "containerPort"),
          Map.entry("imagePullSecrets", "name"),
          Map.entry("ownerReferences", "uid"),
          Map.entry("resourceClaimStatuses", "name"));

  /** Lists of words that are merged as sets. */
  private static final List<String> SETS = List.of("finalizers", "podCIDRs");

  Node.Fields apply(Node.Fields before, Node.Fields patch) {
    if (patch.text("$patch").equals("replace")) {
      return without(patch);
    }
    Map<String, Node.Field> merged = new LinkedHashMap<>(before.fields());
    patch
        .fields()
        .forEach((name, field) -> {
          if (name.startsWith("$")) {
            removeWords(merged, name, field.value());
            return;
          }
          Node value = field.value();
          if (value instanceof Node.Null
              || (value instanceof Node.Fields object && object.text("$patch").equals("delete"))) {
            merged.remove(name);
            return;
          }
          Node.Field known = merged.get(name);
          merged.put(
              name,
              new Node.Field(
                  TextPosition.START, merged(name, known == null ? null : known.value(), value)));
        });
    return new Node.Fields(merged, TextPosition.START);
  }

  private Node merged(String name, @Nullable Node before, Node patch) {
    return switch (patch) {
      case Node.Fields object ->
          apply(before instanceof Node.Fields known ? known : JsonObject.EMPTY, object);
      case Node.Items list when KEYS.containsKey(name) ->
          byKey(KEYS.getOrDefault(name, ""), before, list);
      case Node.Items list when SETS.contains(name) -> union(before, list);
      case Node.Items _, Node.Text _, Node.Numeral _, Node.Bool _, Node.Null _ -> patch;
    };
  }

  private Node byKey(String key, @Nullable Node before, Node.Items patch) {
    List<Node> content = patch.items().stream().filter(item -> !isReplacement(item)).toList();
    if (content.size() < patch.items().size()) {
      return new Node.Items(content, TextPosition.START);
    }
    Map<String, Node> items = new LinkedHashMap<>();
    if (before instanceof Node.Items known) {
      known.items().forEach(item -> items.put(key(item, key), item));
    }
    for (Node item : patch.items()) {
      if (!(item instanceof Node.Fields object)) {
        throw new IllegalArgumentException("a list that is merged by " + key + " needs objects");
      }
      String of = key(object, key);
      switch (object.text("$patch")) {
        case "delete" -> items.remove(of);
        default -> items.put(of, merged("", items.get(of), object));
      }
    }
    return new Node.Items(new ArrayList<>(items.values()), TextPosition.START);
  }

  /** Wherever it stands, the list is what else is in it. */
  private static boolean isReplacement(Node item) {
    return item instanceof Node.Fields object && object.text("$patch").equals("replace");
  }

  private static String key(Node item, String key) {
    Node value = item instanceof Node.Fields object ? object.value(key) : null;
    return switch (value) {
      case Node.Text text -> text.value();
      case Node.Numeral number -> number.text();
      case null, default -> throw new IllegalArgumentException("an item has no " + key);
    };
  }

  private static Node union(@Nullable Node before, Node.Items patch) {
    Map<String, Node> words = new LinkedHashMap<>();
    if (before instanceof Node.Items known) {
      known.items().forEach(word -> words.put(((Node.Text) word).value(), word));
    }
    patch.items().forEach(word -> words.put(((Node.Text) word).value(), word));
    return new Node.Items(new ArrayList<>(words.values()), TextPosition.START);
  }

  /** {@code $deleteFromPrimitiveList/NAME}; the other directives only say an order. */
  private static void removeWords(Map<String, Node.Field> merged, String directive, Node words) {
    int slash = directive.indexOf('/');
    if (!directive.startsWith("$deleteFromPrimitiveList/") || !(words instanceof Node.Items gone)) {
      return;
    }
    String name = directive.substring(slash + 1);
    Node.Field known = merged.get(name);
    if (known != null && known.value() instanceof Node.Items list) {
      List<String> taken = gone.items().stream().map(word -> ((Node.Text) word).value()).toList();
      List<Node> left =
          list.items().stream()
              .filter(word -> !taken.contains(((Node.Text) word).value()))
              .toList();
      merged.put(
          name, new Node.Field(TextPosition.START, new Node.Items(left, TextPosition.START)));
    }
  }

  private static Node.Fields without(Node.Fields patch) {
    Map<String, Node.Field> rest = new LinkedHashMap<>(patch.fields());
    rest.remove("$patch");
    return new Node.Fields(rest, TextPosition.START);
  }
}
