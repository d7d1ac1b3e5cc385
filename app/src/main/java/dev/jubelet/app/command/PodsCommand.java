package dev.jubelet.app.command;

import dev.jubelet.codec.tree.YamlWriter;
import dev.jubelet.json.JsonWriter;
import dev.jubelet.json.Node;
import dev.jubelet.model.pod.Pod;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
    name = "pods",
    description = "Lists the pods of a running node.",
    footer = {"", "Examples:", "  jubelet pods", "  jubelet pods -o wide"})
final class PodsCommand implements Callable<Integer> {
  enum Format {
    table,
    wide,
    json,
    yaml
  }

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORMAT",
      defaultValue = "table",
      description = "table, wide, json or yaml. Default: ${DEFAULT-VALUE}.")
  private Format output = Format.table;

  @Mixin private NodeClient node = new NodeClient();

  @Spec
  @SuppressWarnings("NullAway.Init") // set by picocli
  private CommandSpec spec;

  @Override
  public Integer call() {
    Node.Fields list = node.podList();
    spec.commandLine()
        .getOut()
        .print(
            switch (output) {
              case table -> table(NodeClient.pods(list), false);
              case wide -> table(NodeClient.pods(list), true);
              case json -> JsonWriter.compact(list) + "\n";
              case yaml -> YamlWriter.write(list);
            });
    spec.commandLine().getOut().flush();
    return 0;
  }

  private static String table(List<Pod> pods, boolean wide) {
    return pods.isEmpty() ? "no pods on this node\n" : PodTable.render(pods, Instant.now(), wide);
  }
}
