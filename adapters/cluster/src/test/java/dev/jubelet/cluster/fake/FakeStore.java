package dev.jubelet.cluster.fake;

import dev.jubelet.cluster.client.ApiFailure;
import dev.jubelet.cluster.client.Metadata;
import dev.jubelet.cluster.client.WatchStream.WatchEvent;
import dev.jubelet.codec.tree.FieldsEdit;
import dev.jubelet.json.JsonObject;
import dev.jubelet.json.Node;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Objects with versions, and everything that happened to them since the last compaction. */
final class FakeStore {
  /** One change of one object; null where it was not there before, or is no more. */
  record Change(
      long version, String kind, Node.@Nullable Fields before, Node.@Nullable Fields after) {
    /** What a watcher of these objects hears of it, or null. */
    @Nullable WatchEvent<Node.Fields> seenBy(Selector selector) {
      boolean was = before != null && selector.matches(before);
      boolean is = after != null && selector.matches(after);
      if (is && after != null) {
        return event(was ? WatchEvent.Type.MODIFIED : WatchEvent.Type.ADDED, after);
      }
      return was && before != null
          ? event(WatchEvent.Type.DELETED, versioned(before, version))
          : null;
    }

    private static WatchEvent<Node.Fields> event(WatchEvent.Type type, Node.Fields object) {
      return new WatchEvent<>(type, versionOf(object), object);
    }
  }

  private final Map<String, Node.Fields> objects = new TreeMap<>();
  private final List<Change> history = new ArrayList<>();
  private final List<Consumer<Change>> observers = new ArrayList<>();
  private long version = 100;
  private long compacted = 100;

  long version() {
    return version;
  }

  Node.@Nullable Fields find(ApiPath path) {
    return objects.get(key(path));
  }

  List<Node.Fields> all(String kind, Selector selector) {
    return objects.entrySet().stream()
        .filter(each -> each.getKey().startsWith(kind + "|"))
        .map(Map.Entry::getValue)
        .filter(selector::matches)
        .toList();
  }

  Node.Fields put(ApiPath path, Node.Fields object) {
    version++;
    Node.Fields after = versioned(object, version);
    Node.Fields before = objects.put(key(path), after);
    tell(new Change(version, path.kindOfObjects(), before, after));
    return after;
  }

  void remove(ApiPath path) {
    Node.Fields before = objects.remove(key(path));
    if (before != null) {
      version++;
      tell(new Change(version, path.kindOfObjects(), before, null));
    }
  }

  private void tell(Change change) {
    history.add(change);
    List.copyOf(observers).forEach(each -> each.accept(change));
  }

  /** Nothing that was before now can be asked for any more. */
  void compact() {
    version++;
    compacted = version;
    history.clear();
  }

  /** What happened after that version; whoever asks hears all that is to come too. */
  List<Change> since(String after, String kind, Consumer<Change> observer) {
    long from = after.isEmpty() || after.equals("0") ? version : Long.parseLong(after);
    if (from < compacted) {
      throw new ApiFailure(
          410, "Expired", "too old resource version: " + from + " (" + compacted + ")", null);
    }
    if (from > version) {
      throw new ApiFailure(
          504, "Timeout", "Too large resource version: " + from + ", current: " + version, null);
    }
    observers.add(observer);
    return history.stream()
        .filter(each -> each.version() > from && each.kind().equals(kind))
        .toList();
  }

  void forget(Consumer<Change> observer) {
    observers.remove(observer);
  }

  static Node.Fields versioned(Node.Fields object, long version) {
    Node.Fields metadata =
        object.value("metadata") instanceof Node.Fields known ? known : JsonObject.EMPTY;
    FieldsEdit edit = new FieldsEdit(metadata);
    return new FieldsEdit(object)
        .put("metadata", edit.put("resourceVersion", edit.text(Long.toString(version))).build())
        .build();
  }

  private static String key(ApiPath path) {
    return path.kindOfObjects() + "|" + path.namespace() + "/" + path.name();
  }

  /** For messages: the version of an object. */
  static String versionOf(Node.Fields object) {
    return Metadata.of(object).resourceVersion();
  }
}
