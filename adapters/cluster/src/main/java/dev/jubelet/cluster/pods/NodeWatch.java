package dev.jubelet.cluster.pods;

import dev.jubelet.cluster.client.ApiContext;
import dev.jubelet.cluster.client.ObjectReader;
import dev.jubelet.cluster.client.Reflector;
import dev.jubelet.codec.RecordDecoder;
import dev.jubelet.codec.tree.Trees;
import dev.jubelet.json.JsonObject;
import dev.jubelet.json.JsonReader;
import dev.jubelet.json.JsonWriter;
import dev.jubelet.json.Node;
import dev.jubelet.model.scheduling.Taint;
import dev.jubelet.ports.OutsideFailure;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Follows the labels and taints of the node's own object, which decide who may run on it. They are
 * kept on disk: a life of ours that begins while the API server is away must not turn away those
 * who were let in.
 */
public final class NodeWatch implements AutoCloseable {
  static final String NAME = "api-node";

  private final Reflector<Node.Fields> reflector;
  private final ApiContext context;
  private final CompletableFuture<Void> known = new CompletableFuture<>();
  private String written = "";
  private volatile Listener listener = (_, _) -> {};

  /** Is told how the node is described now. */
  public interface Listener {
    void described(Map<String, String> labels, List<Taint> taints);

    /** The whole object, when the API server says that it came or changed. */
    default void seen(Node.Fields object) {}

    /** It was deleted. */
    default void gone(Node.Fields object) {}
  }

  public NodeWatch(ApiContext context, String nodeName) {
    this.context = context;
    this.reflector =
        new Reflector<>(
            context,
            "/api/v1/nodes?fieldSelector="
                + URLEncoder.encode("metadata.name=" + nodeName, StandardCharsets.UTF_8),
            ObjectReader.TREE,
            new Changes());
  }

  /** Is there once the API server has said what it knows of the node. */
  public CompletableFuture<Void> known() {
    return known;
  }

  public void start(Listener newListener) {
    listener = newListener;
    load();
    reflector.start();
  }

  @Override
  public void close() {
    reflector.close();
  }

  private void load() {
    context
        .state()
        .read(NAME, NodeWatch::object, what -> context.warn("DamagedState", what))
        .ifPresent(this::describe);
  }

  private static Node.Fields object(String content) {
    Optional<Node.Fields> object = JsonReader.upTo(Trees.DOCUMENT_BYTES_MAX).find(content);
    if (object.isPresent()) {
      return object.get();
    }
    throw new IllegalArgumentException("the saved node object is not valid");
  }

  private void describe(Node.Fields object) {
    listener.described(labels(object).texts(), taints(object));
  }

  private static Node.Fields labels(Node.Fields object) {
    return object.object("metadata").object("labels");
  }

  /** Those that we understand; another one can only be for somebody else. */
  private static List<Taint> taints(Node.Fields object) {
    return object.object("spec").items("taints").stream()
        .map(item -> RecordDecoder.lenient().decode(item, Taint.class).value())
        .filter(Objects::nonNull)
        .toList();
  }

  /** The labels and taints, and nothing else of the object. */
  private void keep(Node.Fields object) {
    JsonObject metadata = new JsonObject().putUnlessEmpty("labels", labels(object));
    JsonObject spec =
        new JsonObject().putUnlessEmpty("taints", object.object("spec").items("taints"));
    String content =
        JsonWriter.compact(new JsonObject().put("metadata", metadata).put("spec", spec).build());
    if (content.equals(written)) {
      return;
    }
    try {
      context.state().save(NAME, content);
      written = content;
    } catch (OutsideFailure refused) {
      context.warn("FailedToKeepNode", refused.text());
    }
  }

  /** A node whose object is gone goes by what was last said of it. */
  private final class Changes implements Reflector.Listener<Node.Fields> {
    @Override
    public void listed(List<Node.Fields> objects) {
      objects.forEach(this::changed);
      known.complete(null);
    }

    @Override
    public void changed(Node.Fields object) {
      keep(object);
      describe(object);
      listener.seen(object);
    }

    @Override
    public void removed(Node.Fields object) {
      listener.gone(object);
    }
  }
}
