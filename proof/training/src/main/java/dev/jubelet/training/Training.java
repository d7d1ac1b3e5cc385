package dev.jubelet.training;

import dev.jubelet.cri.server.CriServer;
import dev.jubelet.linux.file.SafeTree;
import dev.jubelet.testkit.Await;
import dev.jubelet.testkit.Outside;
import dev.jubelet.testkit.runtime.ContainerScript;
import dev.jubelet.testkit.runtime.FakeRuntime;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One training: a container runtime that runs nothing and an API server that is none, in a
 * directory of their own, and the life of a node between them. Needs neither root nor containerd.
 */
public final class Training implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  /** The JVM writes its cache when it ends. */
  private static final Duration CACHE_PATIENCE = Duration.ofMinutes(5);

  private final Path directory;
  private final FakeRuntime runtime =
      new FakeRuntime(Outside.live())
          .scripts((_, _) -> ContainerScript.forever())
          .pullable("localhost/training:1");
  private final CriServer server;
  private final ScriptedApi api;
  private final TrainedNode node;
  private volatile @Nullable Process recorded;

  private Training(Path directory) throws IOException {
    this.directory = directory;
    node = TrainedNode.prepare(directory);
    api = ScriptedApi.start(directory, new ScriptedAnswers(TrainedNode.apiPod()));
    server =
        CriServer.start(
            node.socket(),
            runtime.runtime(),
            runtime.records(),
            (verb, _) -> {
              throw new IllegalStateException("nobody asks for a stream here: " + verb);
            },
            (level, _, _, reason, message) ->
                System.out.println(level + " " + reason + ": " + message));
  }

  public static Training prepare() throws IOException {
    return new Training(Files.createTempDirectory("jt").toRealPath());
  }

  /**
   * Leads the command through the life of a node: pods come, run and go, and somebody asks how they
   * are.
   *
   * @param command gets the directory as its last word, and ends when its input does
   * @param output for all that the command writes
   * @return its exit code
   */
  public int run(List<String> command, Redirect output) throws IOException {
    List<String> words = new ArrayList<>(command);
    words.add(directory.toString());
    Process process =
        new ProcessBuilder(words).redirectErrorStream(true).redirectOutput(output).start();
    recorded = process;
    boolean lived = live(process);
    process.getOutputStream().close();
    boolean ended = Await.within(lived ? CACHE_PATIENCE : Duration.ZERO, () -> !process.isAlive());
    int exit = ended ? process.exitValue() : 1;
    return exit == 0 && !lived ? 1 : exit;
  }

  private boolean live(Process process) throws IOException {
    if (!reached(process, "the node answers", node::answers)) {
      return false;
    }
    node.dropManifest();
    if (!reached(process, "both pods run", node::runsBothPods)) {
      return false;
    }
    node.visit();
    node.deleteManifest();
    return reached(process, "the pod of the manifest is gone", node::hasOnePod);
  }

  private boolean reached(Process process, String what, Await.Condition condition) {
    boolean came =
        Await.within(
            PATIENCE,
            () -> {
              runtime.advance(Instant.now());
              return condition.holds() || !process.isAlive();
            });
    if (!came || !process.isAlive()) {
      System.out.println("training waited in vain: " + what);
      return false;
    }
    return true;
  }

  /** Ends the recorded process too, with the one that writes its cache. */
  @Override
  public void close() {
    Process process = recorded;
    if (process != null) {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
      try {
        boolean _ = process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS);
      } catch (InterruptedException hurry) {
        Thread.currentThread().interrupt();
      }
    }
    server.close();
    api.close();
    // From its parent, since /tmp may be a mount of its own, which nothing is removed across.
    SafeTree.remove(
        directory.resolveSibling("."), Path.of(String.valueOf(directory.getFileName())));
  }
}
