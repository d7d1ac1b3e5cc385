package dev.jubelet.app.command;

import dev.jubelet.app.failure.CommandFailure;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.nodeserver.logs.ContainerLogFiles;
import dev.jubelet.nodeserver.logs.LogFollower;
import dev.jubelet.nodeserver.logs.LogOptions;
import dev.jubelet.nodeserver.logs.LogRun;
import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "logs",
    description = "Prints what a container wrote.",
    footer = {
      "",
      "Examples:",
      "  jubelet logs web",
      "  jubelet logs kube-system/dns -c cache -f --tail 20",
      "  jubelet logs web --previous",
    })
final class LogsCommand implements Callable<Integer> {
  private static final Duration PAUSE = Duration.ofMillis(200);
  private static final Duration BETWEEN_STATUS_LOOKS = Duration.ofSeconds(2);

  enum Streams {
    all,
    stdout,
    stderr
  }

  @Parameters(paramLabel = "[NAMESPACE/]POD", description = "The pod, as 'jubelet pods' names it.")
  private String pod = "";

  @Option(
      names = {"-c", "--container"},
      paramLabel = "NAME",
      defaultValue = "",
      description = "The container. Default: the first.")
  private String container = "";

  @Option(
      names = {"-f", "--follow"},
      description = "Waits for more until the container ends.")
  private boolean follow;

  @Option(
      names = {"-p", "--previous"},
      description = "The run before the present one.")
  private boolean previous;

  @Option(
      names = "--tail",
      paramLabel = "N",
      defaultValue = "-1",
      description = "Only the last N lines.")
  private long tail = -1;

  @Option(names = "--timestamps", description = "Puts the time before every line.")
  private boolean timestamps;

  @Option(
      names = "--stream",
      paramLabel = "STREAM",
      defaultValue = "all",
      description = "stdout, stderr or all. Default: ${DEFAULT-VALUE}.")
  private Streams stream = Streams.all;

  @Mixin private NodeClient node = new NodeClient();

  @Option(
      names = "--pod-logs-dir",
      paramLabel = "DIR",
      defaultValue = "/var/log/pods",
      description = "The node's podLogsDir. Default: ${DEFAULT-VALUE}.")
  private Path podLogsDir = Path.of("/var/log/pods");

  @Spec
  @SuppressWarnings("NullAway.Init") // set by picocli
  private CommandSpec spec;

  private final OutputStream out;

  LogsCommand() {
    // Not System.out, which hides that the reader of a pipe has gone.
    this(new BufferedOutputStream(new FileOutputStream(FileDescriptor.out)));
  }

  LogsCommand(OutputStream out) {
    this.out = out;
  }

  @Override
  public Integer call() throws IOException {
    if (follow && previous) {
      throw new ParameterException(
          spec.commandLine(), "--previous has ended, so it cannot be followed");
    }
    LogTarget target = LogTarget.find(node.pods(), pod, container);
    tellChoice(target);
    LogFollower follower =
        new LogFollower(
            run(target),
            out,
            new LogOptions(
                tail, null, -1, stream == Streams.all ? null : stream.name(), timestamps));
    try {
      if (follow) {
        follower.follow(waitWhileRunning(target));
      } else {
        follower.copy();
      }
    } catch (NoSuchFileException removed) {
      throw new CommandFailure("the log was removed in the meantime", "try again");
    }
    return 0;
  }

  private void tellChoice(LogTarget target) {
    List<String> all = LogTarget.containers(target.pod());
    if (container.isEmpty() && all.size() > 1) {
      spec.commandLine()
          .getErr()
          .println("container " + target.container() + ", the first of " + String.join(", ", all));
      spec.commandLine().getErr().flush();
    }
  }

  private LogRun run(LogTarget target) throws IOException {
    ContainerLogFiles files = target.files(podLogsDir);
    return files
        .run(previous && !target.isWaiting() ? 1 : 0)
        .orElseThrow(() ->
            new CommandFailure(
                "container %s of pod %s has no %slog under %s"
                    .formatted(
                        target.container(),
                        target.pod().fullName(),
                        previous ? "previous " : "",
                        files.directory()),
                "'jubelet pods' shows whether it has started;"
                    + " if the node has another podLogsDir, name it with --pod-logs-dir"));
  }

  private LogFollower.More waitWhileRunning(LogTarget target) {
    return new LogFollower.More() {
      private long lookedAt = System.nanoTime();

      @Override
      public boolean after() throws IOException {
        pause();
        if (System.nanoTime() - lookedAt < BETWEEN_STATUS_LOOKS.toNanos()) {
          return true;
        }
        lookedAt = System.nanoTime();
        return stillRuns(target);
      }
    };
  }

  private boolean stillRuns(LogTarget target) {
    List<Pod> pods;
    try {
      pods = node.pods();
    } catch (CommandFailure nodeRestarts) {
      // Containers outlive the node's process; their logs go on.
      return true;
    }
    return pods.stream()
        .filter(each -> each.uid().equals(target.pod().uid()))
        .anyMatch(each -> new LogTarget(each, target.container()).isRunning());
  }

  private static void pause() {
    try {
      Thread.sleep(PAUSE);
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
      throw new CommandFailure("interrupted", "run it again to go on");
    }
  }
}
