package dev.jubelet.app.command;

import dev.jubelet.codec.tree.YamlWriter;
import dev.jubelet.json.JsonWriter;
import dev.jubelet.json.Node;
import dev.jubelet.model.pod.Pod;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
    name = "pods",
    description = "Lists the pods of a running node.",
    footer = {"", "Examples:", "  jubelet pods", "  jubelet pods -o wide"})
final class PodsCommand implements Callable<Integer> {
  static final String SERVER = "http://127.0.0.1:10248";

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORMAT",
      defaultValue = "table",
      description = "table, wide, json or yaml. Default: ${DEFAULT-VALUE}.")
  private OutputFormat.OfList output = OutputFormat.OfList.table;

  @Option(
      names = "--server",
      paramLabel = "URL",
      defaultValue = SERVER,
      description = "The node's health port. Default: ${DEFAULT-VALUE}.")
  private URI server = URI.create(SERVER);

  @Spec
  @SuppressWarnings("NullAway.Init") // set by picocli
  private CommandSpec spec;

  @Override
  public Integer call() {
    Node.Fields list = new NodeClient(server).podList();
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
