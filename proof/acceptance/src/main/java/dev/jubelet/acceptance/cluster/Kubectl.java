package dev.jubelet.acceptance.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.jubelet.acceptance.Document;
import dev.jubelet.acceptance.host.NodeNamespace;
import dev.jubelet.acceptance.host.Tool;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The tool that everybody uses, of the same release as the cluster.
 *
 * @param namespace in which it runs; null for the one that we are in
 * @param environment words of the form NAME=value
 */
public record Kubectl(
    String program,
    Path kubeconfig,
    Path cache,
    @Nullable NodeNamespace namespace,
    List<String> environment) {
  private static final Duration LONGEST = Duration.ofMinutes(3);

  public Kubectl {
    environment = List.copyOf(environment);
  }

  /** With streams over SPDY, as kubectl had them before 1.31. */
  public Kubectl withSpdy() {
    List<String> more = new ArrayList<>(environment);
    more.add("KUBECTL_REMOTE_COMMAND_WEBSOCKETS=false");
    more.add("KUBECTL_PORT_FORWARD_WEBSOCKETS=false");
    return new Kubectl(program, kubeconfig, cache, namespace, more);
  }

  /** As somebody else. */
  public Kubectl as(Path otherKubeconfig) {
    return new Kubectl(program, otherKubeconfig, cache, namespace, environment);
  }

  /** Its output; throws unless it succeeds. */
  public String run(String... words) {
    return tool(words).run();
  }

  public Tool.Result attempt(String... words) {
    return tool(words).attempt();
  }

  public Tool tool(String... words) {
    return new Tool(words(List.of(words)), LONGEST);
  }

  /** An object, or a list of them. */
  public Document get(String... words) {
    List<String> all = new ArrayList<>(List.of("get", "-o", "json"));
    all.addAll(List.of(words));
    return Document.parse(run(all.toArray(String[]::new)));
  }

  /** The answer to a path of the API. */
  public Document raw(String path) {
    return Document.parse(run("get", "--raw", path));
  }

  /** Creates or changes what the manifests say. */
  public String apply(String manifests) {
    return feed(manifests, "apply", "--server-side", "--force-conflicts", "-f", "-");
  }

  /** Its output when it is fed with a text; throws unless it succeeds. */
  public String feed(String input, String... words) {
    KubectlRun run = start(words);
    run.write(input.getBytes(UTF_8));
    run.closeInput();
    Tool.Result result = run.end(LONGEST);
    if (!result.ok()) {
      throw new AssertionError(
          "kubectl %s: exit %d: %s"
              .formatted(String.join(" ", words), result.exit(), result.err() + result.out()));
    }
    return result.out();
  }

  /** Starts it and leaves it running: for streams in both directions. */
  public KubectlRun start(String... words) {
    try {
      return new KubectlRun(new ProcessBuilder(words(List.of(words))).start());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private List<String> words(List<String> words) {
    // kuberc: what a developer prefers must not change what a test sees.
    List<String> all = new ArrayList<>(List.of("env", "KUBERC=off"));
    all.addAll(environment);
    all.addAll(List.of(program, "--kubeconfig=" + kubeconfig, "--cache-dir=" + cache));
    all.addAll(words);
    return namespace == null ? all : namespace.enter(all);
  }
}
