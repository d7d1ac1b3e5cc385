package dev.jubelet.network.plugin;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * One request to a plugin: its environment, and the configuration on its standard input.
 *
 * @param args what goes into {@code CNI_ARGS}, in that order
 * @param path where plugins look for those that they delegate to
 */
@RecordBuilder
public record CniCall(
    Command command,
    String containerId,
    String netns,
    String device,
    List<Argument> args,
    List<String> path,
    String config) {
  public CniCall {
    args = List.copyOf(args);
    path = List.copyOf(path);
  }

  public enum Command {
    ADD,
    DEL,
    CHECK,
    STATUS,
    GC,
    VERSION
  }

  public record Argument(String name, String value) {}

  /** A call about a network and no pod. */
  public static CniCall general(Command command, List<String> path, String config) {
    return new CniCall(command, "", "", "", List.of(), path, config);
  }

  public String argsText() {
    return args.stream()
        .map(each -> each.name() + "=" + each.value())
        .collect(Collectors.joining(";"));
  }

  public Map<String, String> environment() {
    Map<String, String> environment = new LinkedHashMap<>();
    environment.put("CNI_COMMAND", command.name());
    environment.put("CNI_CONTAINERID", containerId);
    environment.put("CNI_NETNS", netns);
    environment.put("CNI_ARGS", argsText());
    environment.put("CNI_IFNAME", device);
    environment.put("CNI_PATH", String.join(":", path));
    return environment;
  }

  public CniCall as(Command other) {
    return CniCallBuilder.builder(this).command(other).build();
  }
}
