package dev.jubelet.cluster.pods;

import dev.jubelet.cluster.client.ApiServer;
import dev.jubelet.cluster.client.ObjectListener;
import dev.jubelet.cluster.client.Reflector;
import dev.jubelet.codec.RecordDecoder;
import dev.jubelet.codec.tree.Node;
import dev.jubelet.model.scheduling.Taint;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Follows the labels and taints of the node's own object, which decide who may run on it. */
public final class NodeWatch implements AutoCloseable {
  private final Reflector reflector;

  /** Is told how the node is described now. */
  public interface Listener {
    void described(Map<String, String> labels, List<Taint> taints);
  }

  public NodeWatch(ApiServer api, String nodeName, ApiPods.Means means, Listener listener) {
    this.reflector =
        new Reflector(
            api,
            "/api/v1/nodes?fieldSelector="
                + URLEncoder.encode("metadata.name=" + nodeName, StandardCharsets.UTF_8),
            new Changes(listener),
            means.time(),
            means.dice(),
            means.journal());
  }

  public void start() {
    reflector.start();
  }

  @Override
  public void close() {
    reflector.close();
  }

  /** A node whose object is gone goes by what was last said of it. */
  private record Changes(Listener listener) implements ObjectListener {
    @Override
    public void listed(List<Node.Fields> objects) {
      objects.forEach(this::changed);
    }

    @Override
    public void changed(Node.Fields object) {
      listener.described(labels(object), taints(object));
    }

    @Override
    public void removed(Node.Fields object) {}

    private static Map<String, String> labels(Node.Fields object) {
      Map<String, String> labels = new LinkedHashMap<>();
      if (object.value("metadata") instanceof Node.Fields metadata
          && metadata.value("labels") instanceof Node.Fields fields) {
        fields.fields().keySet().forEach(name -> labels.put(name, fields.text(name)));
      }
      return labels;
    }

    private static List<Taint> taints(Node.Fields object) {
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
  }
}
