package dev.jubelet.app.command;

import dev.jubelet.app.failure.CommandFailure;
import dev.jubelet.app.host.Privileges;
import dev.jubelet.app.host.RunDirectory;
import dev.jubelet.codec.RecordDecoder;
import dev.jubelet.codec.tree.FieldPath;
import dev.jubelet.codec.tree.Problems;
import dev.jubelet.codec.tree.Trees;
import dev.jubelet.json.JsonReader;
import dev.jubelet.json.Node;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.nodeserver.NodeSocket;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Asks the running Jubelet that an option of the command names, at its unix socket. */
final class NodeClient {
  private static final Path ROOT = Path.of("/var/lib/kubelet");
  private static final JsonReader ANSWERS = JsonReader.upTo(Trees.TEXT_BYTES_MAX);

  @Option(
      names = "--root-dir",
      paramLabel = "DIR",
      description = {
        "The node's --root-dir, in which its socket is.",
        "Default: /var/lib/kubelet, or that of the one 'jubelet run' on this machine."
      })
  private @Nullable Path root;

  /** The PodList as the node sent it. */
  Node.Fields podList() {
    return ANSWERS
        .find(get("/pods"))
        .filter(list -> list.text("kind").equals("PodList"))
        .orElseThrow(() ->
            new CommandFailure(
                "the node did not answer with pods",
                "use the same version of jubelet for the node and for this command"));
  }

  List<Pod> pods() {
    return pods(podList());
  }

  /** How the start of a pod went, as the node sent it. */
  Node.Fields timeline(String uid) {
    return ANSWERS
        .find(get("/debug/jubelet/pods/" + uid + "/timeline"))
        .filter(timeline -> timeline.value("phases") != null)
        .orElseThrow(() ->
            new CommandFailure(
                "the node did not answer with a timeline",
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

  private String get(String target) {
    Path socket = NodeSocket.path(root == null ? onlyRoot() : root);
    try {
      SocketRequest.Answer answer = SocketRequest.get(socket, target, Trees.TEXT_BYTES_MAX);
      if (answer.status() != 200) {
        throw new CommandFailure(
            "the node answered with status " + answer.status() + ": " + answer.body().strip(),
            answer.status() == 404
                ? "the node does not know this pod, or no longer knows it"
                : "try again, or see the node's log");
      }
      return answer.body();
    } catch (IOException unreachable) {
      throw new CommandFailure(
          "no jubelet answers at " + socket + ": " + unreachable.getMessage(),
          Privileges.root()
              ? "is a node running? start one with 'jubelet kubelet --config FILE', or say with"
                  + " --root-dir which one you mean"
              : "only root may ask a node: try again with sudo");
    }
  }

  /** That of a node, or without one that of the only private node of 'jubelet run'. */
  private static Path onlyRoot() {
    if (Files.exists(NodeSocket.path(ROOT))) {
      return ROOT;
    }
    List<Path> running =
        RunDirectory.roots(RunDirectory.BASE).stream()
            .filter(each -> Files.exists(NodeSocket.path(each)))
            .toList();
    if (running.size() > 1) {
      throw new CommandFailure(
          running.size() + " nodes of 'jubelet run' are on this machine",
          "say which one you mean: --root-dir "
              + String.join(" or ", running.stream().map(Path::toString).toList()));
    }
    return running.isEmpty() ? ROOT : running.getFirst();
  }
}
