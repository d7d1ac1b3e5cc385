package dev.jubelet.cluster.pods;

import dev.jubelet.codec.RecordDecoder;
import dev.jubelet.json.JsonObject;
import dev.jubelet.json.Node;
import dev.jubelet.model.scheduling.Taint;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What of a node's object decides who may run there. */
final class NodeTraits {
  private NodeTraits() {}

  static Map<String, String> labels(Node.Fields object) {
    Map<String, String> labels = new LinkedHashMap<>();
    if (object.value("metadata") instanceof Node.Fields metadata
        && metadata.value("labels") instanceof Node.Fields fields) {
      fields.fields().keySet().forEach(name -> labels.put(name, fields.text(name)));
    }
    return labels;
  }

  /** Those that we understand; another one can only be for somebody else. */
  static List<Taint> taints(Node.Fields object) {
    List<Taint> taints = new ArrayList<>();
    if (object.value("spec") instanceof Node.Fields spec
        && spec.value("taints") instanceof Node.Items items) {
      for (Node item : items.items()) {
        Taint taint = RecordDecoder.lenient().decode(item, Taint.class).value();
        if (taint != null) {
          taints.add(taint);
        }
      }
    }
    return taints;
  }

  /** The object without everything else. */
  static Node.Fields only(Node.Fields object) {
    JsonObject metadata = new JsonObject();
    if (object.value("metadata") instanceof Node.Fields fields
        && fields.value("labels") instanceof Node.Fields labels) {
      metadata.put("labels", labels);
    }
    JsonObject spec = new JsonObject();
    if (object.value("spec") instanceof Node.Fields fields
        && fields.value("taints") instanceof Node.Items taints) {
      spec.put("taints", taints);
    }
    return new JsonObject().put("metadata", metadata).put("spec", spec).build();
  }
}
