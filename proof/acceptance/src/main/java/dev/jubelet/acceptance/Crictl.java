package dev.jubelet.acceptance;

import dev.jubelet.acceptance.host.Tool;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** A look at the runtime from outside, with the tool that everybody uses. */
public final class Crictl {
  private final Tool tool;

  public Crictl(Path program, String endpoint) {
    this.tool =
        Tool.of(program.toString(), "-c", "/dev/null", "-r", endpoint, "-i", endpoint, "-t", "60s")
            .within(Duration.ofMinutes(2));
  }

  public String run(String... words) {
    return tool.and(words).run();
  }

  public Tool.Result attempt(String... words) {
    return tool.and(words).attempt();
  }

  /** All sandboxes, also those that ended. */
  public List<Document> sandboxes() {
    return Document.parse(run("pods", "-o", "json")).at("items").items();
  }

  /** All containers, also those that ended. */
  public List<Document> containers() {
    return Document.parse(run("ps", "-a", "-o", "json")).at("containers").items();
  }

  public List<Document> runningContainers() {
    return containers().stream()
        .filter(container -> container.at("state").text().equals("CONTAINER_RUNNING"))
        .toList();
  }

  public Document inspectSandbox(String id) {
    return Document.parse(run("inspectp", id));
  }

  public Document inspectContainer(String id) {
    return Document.parse(run("inspect", id));
  }

  /** Stops and removes everything. */
  public void removeAll() {
    for (Document sandbox : sandboxes()) {
      run("stopp", sandbox.at("id").text());
      run("rmp", sandbox.at("id").text());
    }
  }
}
