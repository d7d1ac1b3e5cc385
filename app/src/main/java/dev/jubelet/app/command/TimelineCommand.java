package dev.jubelet.app.command;

import dev.jubelet.app.failure.CommandFailure;
import dev.jubelet.codec.tree.YamlWriter;
import dev.jubelet.json.JsonWriter;
import dev.jubelet.json.Node;
import dev.jubelet.model.pod.Pod;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "timeline",
    description = "Shows when and why each step of a pod's start happened.",
    footer = {
      "",
      "Examples:",
      "  jubelet timeline web",
      "  jubelet timeline kube-system/proxy -o json",
      "  jubelet timeline 0c6d9d7e-5b1c-4f0e-9d53-1f2a3b4c5d6e   (also when it is gone)",
    })
final class TimelineCommand implements Callable<Integer> {
  enum Format {
    table,
    json,
    yaml
  }

  @Parameters(
      paramLabel = "POD",
      description = "Its name, namespace and name with a slash between them, or its UID.")
  private String pod = "";

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORMAT",
      defaultValue = "table",
      description = "table, json or yaml. Default: ${DEFAULT-VALUE}.")
  private Format output = Format.table;

  @Mixin private NodeClient node = new NodeClient();

  @Spec
  @SuppressWarnings("NullAway.Init") // set by picocli
  private CommandSpec spec;

  @Override
  public Integer call() {
    Node.Fields timeline = node.timeline(uid(node.pods()));
    spec.commandLine()
        .getOut()
        .print(
            switch (output) {
              case table -> TimelineTable.render(timeline);
              case json -> JsonWriter.compact(timeline) + "\n";
              case yaml -> YamlWriter.write(timeline);
            });
    spec.commandLine().getOut().flush();
    return 0;
  }

  /** The node remembers pods that are gone, by their UIDs only. */
  private String uid(List<Pod> pods) {
    List<Pod> named =
        pods.stream()
            .filter(each ->
                each.metadata().name().equals(pod) || each.fullName().toString().equals(pod))
            .toList();
    if (named.size() > 1) {
      throw new CommandFailure(
          named.size() + " pods are called " + pod,
          "say which one: "
              + String.join(" or ", named.stream().map(each -> each.metadata().uid()).toList()));
    }
    String uid = named.isEmpty() ? pod : named.getFirst().metadata().uid();
    if (!uid.matches("[A-Za-z0-9._-]{1,253}")) {
      throw new CommandFailure(
          "there is no pod " + pod + " on this node", "see 'jubelet pods' for those that are");
    }
    return uid;
  }
}
