package dev.jubelet.cluster.fake;

import dev.jubelet.cluster.client.ApiFailure;
import dev.jubelet.cluster.client.Metadata;
import dev.jubelet.codec.tree.FieldsEdit;
import dev.jubelet.json.JsonObject;
import dev.jubelet.json.Node;
import dev.jubelet.json.TextPosition;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Creations, replacements, patches and deletions with the rules of an API server. */
final class FakeWrites {
  /** Their status is written through its own path only. */
  private static final Set<String> WITH_STATUS =
      Set.of("pods", "nodes", "certificatesigningrequests", "persistentvolumeclaims");

  private static final String CREATED_AT = "2026-01-01T00:00:00Z";

  private final FakeStore store;
  private int count;

  FakeWrites(FakeStore store) {
    this.store = store;
  }

  Node.Fields existing(ApiPath path) {
    Node.Fields known = store.find(path);
    if (known == null) {
      throw new ApiFailure(
          404, "NotFound", "%s \"%s\" not found".formatted(path.resource(), path.name()), null);
    }
    return known;
  }

  Node.Fields create(ApiPath path, Node.Fields object) {
    if (!path.subresource().isEmpty()) {
      throw new ApiFailure(404, "NotFound", "the fake has no " + path.subresource(), null);
    }
    Metadata metadata = Metadata.of(object);
    String name = metadata.name();
    if (name.isEmpty() && object.value("metadata") instanceof Node.Fields fields) {
      count++;
      name = fields.text("generateName") + "%05d".formatted(count);
    }
    ApiPath at =
        new ApiPath(path.group(), path.namespace(), path.resource(), name, "", path.query());
    if (store.find(at) != null) {
      throw new ApiFailure(
          409, "AlreadyExists", "%s \"%s\" already exists".formatted(path.resource(), name), null);
    }
    return store.put(at, named(at, object, null));
  }

  Node.Fields replace(ApiPath path, Node.Fields object) {
    Node.Fields known = existing(path);
    String version = FakeStore.versionOf(object);
    if (!version.isEmpty() && !version.equals(FakeStore.versionOf(known))) {
      throw conflict(path, "the object has been modified");
    }
    return written(path, known, object);
  }

  Node.Fields patch(ApiPath path, PatchMerge merge, Node.Fields patch) {
    Node.Fields known = existing(path);
    Metadata wanted = Metadata.of(patch);
    Metadata is = Metadata.of(known);
    if (!wanted.uid().isEmpty() && !wanted.uid().equals(is.uid())) {
      throw conflict(path, "Precondition failed: UID in precondition: " + wanted.uid());
    }
    if (!wanted.resourceVersion().isEmpty()
        && !wanted.resourceVersion().equals(is.resourceVersion())) {
      throw conflict(path, "the object has been modified");
    }
    return written(path, known, merge.apply(known, patch));
  }

  private Node.Fields written(ApiPath path, Node.Fields known, Node.Fields wanted) {
    Node.Fields after = named(path, wanted, known);
    if (path.subresource().equals("status")) {
      // Kubernetes: of a node, labels and annotations may be written beside the status.
      after =
          path.resource().equals("nodes")
              ? with(after, "spec", known.value("spec"))
              : with(known, "status", after.value("status"));
    } else if (WITH_STATUS.contains(path.resource())) {
      after = with(after, "status", known.value("status"));
    }
    if (Content.same(after, known)) {
      return known;
    }
    return store.put(path, after);
  }

  void delete(ApiPath path, Node.Fields options) {
    Node.Fields known = existing(path);
    if (options.value("preconditions") instanceof Node.Fields wanted) {
      Metadata is = Metadata.of(known);
      if (!wanted.text("uid").isEmpty() && !wanted.text("uid").equals(is.uid())) {
        throw conflict(path, "Precondition failed: UID in precondition: " + wanted.text("uid"));
      }
      if (!wanted.text("resourceVersion").isEmpty()
          && !wanted.text("resourceVersion").equals(is.resourceVersion())) {
        throw conflict(path, "Precondition failed: ResourceVersion in precondition");
      }
    }
    long grace = path.resource().equals("pods") ? grace(known, options) : 0;
    boolean held =
        known.value("metadata") instanceof Node.Fields metadata
            && metadata.value("finalizers") instanceof Node.Items finalizers
            && !finalizers.items().isEmpty();
    if (grace == 0 && !held) {
      store.remove(path);
      return;
    }
    store.put(path, marked(known, grace));
  }

  /** Kubernetes: a pod on a node gets the time that its spec says unless the request says less. */
  private static long grace(Node.Fields pod, Node.Fields options) {
    boolean placed =
        pod.value("spec") instanceof Node.Fields spec && !spec.text("nodeName").isEmpty();
    if (options.value("gracePeriodSeconds") instanceof Node.Numeral asked) {
      return placed ? Long.parseLong(asked.text()) : 0;
    }
    boolean own =
        pod.value("spec") instanceof Node.Fields spec
            && spec.value("terminationGracePeriodSeconds") instanceof Node.Numeral;
    Node seconds =
        own && pod.value("spec") instanceof Node.Fields spec
            ? spec.value("terminationGracePeriodSeconds")
            : null;
    return placed ? (seconds instanceof Node.Numeral given ? Long.parseLong(given.text()) : 30) : 0;
  }

  private static Node.Fields marked(Node.Fields object, long grace) {
    return new FieldsEdit(object)
        .object(
            "metadata",
            metadata -> {
              FieldsEdit edit = new FieldsEdit(metadata);
              return edit.ifAbsent("deletionTimestamp", edit.text(CREATED_AT))
                  .put("deletionGracePeriodSeconds", edit.number((int) grace))
                  .build();
            })
        .build();
  }

  /** The object with what the server says about it: name, namespace, uid, time of creation. */
  Node.Fields named(ApiPath path, Node.Fields object, Node.@Nullable Fields known) {
    Node.Fields given =
        object.value("metadata") instanceof Node.Fields fields ? fields : JsonObject.EMPTY;
    FieldsEdit metadata = new FieldsEdit(given);
    metadata.put("name", metadata.text(path.name()));
    if (!path.namespace().isEmpty()) {
      metadata.put("namespace", metadata.text(path.namespace()));
    }
    if (known != null) {
      Metadata before = Metadata.of(known);
      metadata.ifAbsent("uid", metadata.text(before.uid()));
      metadata.put("resourceVersion", metadata.text(before.resourceVersion()));
    } else {
      count++;
      metadata.ifAbsent("uid", metadata.text("uid-%d".formatted(count)));
    }
    metadata.ifAbsent("creationTimestamp", metadata.text(CREATED_AT));
    return new FieldsEdit(object).put("metadata", metadata.build()).build();
  }

  private static Node.Fields with(Node.Fields object, String name, @Nullable Node value) {
    Map<String, Node.Field> fields = new LinkedHashMap<>(object.fields());
    if (value == null) {
      fields.remove(name);
    } else {
      fields.put(name, new Node.Field(TextPosition.START, value));
    }
    return new Node.Fields(fields, TextPosition.START);
  }

  private static ApiFailure conflict(ApiPath path, String why) {
    return new ApiFailure(
        409,
        "Conflict",
        "Operation cannot be fulfilled on %s \"%s\": %s"
            .formatted(path.resource(), path.name(), why),
        null);
  }
}
