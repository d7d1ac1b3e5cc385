package dev.jubelet.app.command;

import dev.jubelet.app.failure.CommandFailure;
import dev.jubelet.codec.RecordDecoder;
import dev.jubelet.codec.tree.FieldPath;
import dev.jubelet.codec.tree.Problems;
import dev.jubelet.codec.tree.Trees;
import dev.jubelet.json.JsonReader;
import dev.jubelet.json.Node;
import dev.jubelet.model.pod.Pod;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** Asks the running Jubelet that an option of the command names. */
final class NodeClient {
  private static final String SERVER = "http://127.0.0.1:10248";
  private static final int TIMEOUT_MILLIS = 5000;
  private static final JsonReader ANSWERS = JsonReader.upTo(Trees.DOCUMENT_BYTES_MAX);

  @Option(
      names = "--server",
      paramLabel = "URL",
      defaultValue = SERVER,
      description = "The node's health port. Default: ${DEFAULT-VALUE}.")
  private URI server = URI.create(SERVER);

  /** The PodList as the node sent it. */
  Node.Fields podList() {
    URI uri = server.resolve("/pods");
    return ANSWERS
        .find(get(uri))
        .filter(list -> list.text("kind").equals("PodList"))
        .orElseThrow(() ->
            new CommandFailure(
                uri + " did not answer with pods",
                "is it the health port of a jubelet? see --server"));
  }

  List<Pod> pods() {
    return pods(podList());
  }

  /** How the start of a pod went, as the node sent it. */
  Node.Fields timeline(String uid) {
    URI uri = server.resolve("/debug/jubelet/pods/" + uid + "/timeline");
    return ANSWERS
        .find(get(uri))
        .filter(timeline -> timeline.value("phases") != null)
        .orElseThrow(() ->
            new CommandFailure(
                uri + " did not answer with a timeline",
                "use the same version of jubelet for the node and for this command"));
  }

  static List<Pod> pods(Node.Fields podList) {
    List<Pod> pods = new ArrayList<>();
    if (podList.value("items") instanceof Node.Items items) {
      for (Node item : items.items()) {
        Problems problems = new Problems();
        Pod pod =
            RecordDecoder.lenient()
                .decode(item, Pod.class, FieldPath.ROOT.child("items"), problems);
        if (pod == null) {
          throw new CommandFailure(
              "the answer has a pod that this version cannot read: " + problems.list().getFirst(),
              "use the same version of jubelet for the node and for this command");
        }
        pods.add(pod);
      }
    }
    return pods;
  }

  // HttpURLConnection and not HttpClient: it starts ten times faster.
  private static String get(URI uri) {
    try {
      HttpURLConnection connection = (HttpURLConnection) uri.toURL().openConnection();
      connection.setConnectTimeout(TIMEOUT_MILLIS);
      connection.setReadTimeout(TIMEOUT_MILLIS);
      connection.setInstanceFollowRedirects(false);
      int status = connection.getResponseCode();
      if (status != 200) {
        throw new CommandFailure(
            uri + " answered with status " + status,
            status == 404
                ? "the node does not know this pod, or no longer knows it"
                : status == 403
                    ? "the node shows pods on a loopback address only: run this on the node itself"
                    : "is it the health port of a jubelet? see --server");
      }
      try (InputStream body = connection.getInputStream()) {
        return new String(body.readNBytes(Trees.TEXT_BYTES_MAX + 1), StandardCharsets.UTF_8);
      }
    } catch (IOException | ClassCastException | IllegalArgumentException unreachable) {
      throw new CommandFailure(
          "no jubelet answers at " + uri + ": " + unreachable.getMessage(),
          "start one with 'jubelet kubelet --config FILE', or say with --server where it listens");
    }
  }
}
