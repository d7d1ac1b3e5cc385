package dev.jubelet.nodeserver.endpoint;

import dev.jubelet.codec.RecordEncoder;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.runtime.ContainerId;
import dev.jubelet.nodeserver.http.HttpAnswer;
import dev.jubelet.nodeserver.http.HttpCall;
import dev.jubelet.nodeserver.http.Reply;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import dev.jubelet.ports.runtime.ContainerRuntime;
import dev.jubelet.ports.runtime.ExecOutcome;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;

/** {@code /run} and {@code /checkpoint}: one call of the runtime, one answer. */
final class ContainerCommands {
  /** A command that runs longer has to be started with exec. */
  private static final Duration RUN_AT_MOST = Duration.ofMinutes(2);

  /** As much as CRI has in one answer. */
  private static final int OUTPUT_MAX = 16 << 20;

  /** Of what a failed command says. */
  private static final int COMPLAINT_MAX = 64 << 10;

  private static final Duration CHECKPOINT_AT_MOST = Duration.ofMinutes(2);
  private static final long CHECKPOINT_SECONDS_MAX = Duration.ofHours(1).toSeconds();

  /** Each writes all memory of a container. */
  private static final int CHECKPOINTS_AT_ONCE = 1;

  /** What is answered to a checkpoint. */
  record Checkpoints(List<String> items) {}

  private final ServedNode node;
  private final PodLookup lookup;
  private final CheckpointRoom room = CheckpointRoom.USUAL;
  private final Semaphore checkpoints = new Semaphore(CHECKPOINTS_AT_ONCE);

  ContainerCommands(ServedNode node, PodLookup lookup) {
    this.node = node;
    this.lookup = lookup;
  }

  void run(HttpCall call, Map<String, String> names, Reply reply) throws IOException, Refused {
    Pod pod = lookup.pod(names, "pod does not exist");
    // Kubernetes: the words of the command are separated by single spaces.
    List<String> command = List.of(call.target().parameter("cmd").split(" ", -1));
    try (ExecOutcome outcome = run(pod, names.getOrDefault("container", ""), command)) {
      answer(command, outcome, reply);
    }
  }

  private ExecOutcome run(Pod pod, String container, List<String> command) throws Refused {
    try {
      ContainerRuntime runtime = node.foundRuntime();
      ContainerId id =
          PodLookup.running(runtime, pod.uid(), container)
              .orElseThrow(() ->
                  new OutsideFailure(
                      FailureKind.NOT_FOUND,
                      "container not found (" + GoQuote.quoted(container) + ")"));
      return runtime.streams().execSync(id, command, RUN_AT_MOST, OUTPUT_MAX);
    } catch (OutsideFailure failed) {
      throw new Refused(500, failed.text());
    }
  }

  private static void answer(List<String> command, ExecOutcome outcome, Reply reply)
      throws IOException, Refused {
    if (outcome.exitCode() != 0) {
      throw new Refused(
          500,
          "command '%s' exited with %d: %s"
              .formatted(
                  String.join(" ", command),
                  outcome.exitCode(),
                  new String(
                      outcome.stderr(),
                      0,
                      Math.min(outcome.stderr().length, COMPLAINT_MAX),
                      StandardCharsets.UTF_8)));
    }
    try (OutputStream out = reply.begin(200, Map.of("Content-Type", "application/json"))) {
      out.write(outcome.stdout());
      out.write(outcome.stderr());
    }
  }

  void checkpoint(HttpCall call, Map<String, String> names, Reply reply)
      throws IOException, Refused {
    Pod pod = lookup.pod(names, "pod does not exist");
    String container = names.getOrDefault("container", "");
    if (!PodLookup.hasContainer(pod, container)) {
      throw new Refused(404, "container " + container + " does not exist");
    }
    Duration atMost = CHECKPOINT_AT_MOST;
    List<String> timeouts = call.target().parameters("timeout");
    if (!timeouts.isEmpty()) {
      try {
        long seconds = Long.parseLong(timeouts.getLast());
        atMost =
            seconds <= 0 ? atMost : Duration.ofSeconds(Math.min(seconds, CHECKPOINT_SECONDS_MAX));
      } catch (NumberFormatException notANumber) {
        throw new Refused(404, "cannot parse value of timeout parameter");
      }
    }
    if (!checkpoints.tryAcquire()) {
      throw new Refused(
          HttpAnswer.text(429, "another checkpoint is being made; try again\n")
              .with("Retry-After", "10"));
    }
    try {
      Path file = checkpoint(pod, container, atMost);
      reply.send(HttpAnswer.json(RecordEncoder.json(new Checkpoints(List.of(file.toString())))));
    } catch (OutsideFailure failed) {
      throw new Refused(
          failed.kind() == FailureKind.EXHAUSTED ? 507 : 500,
          "checkpointing of %s/%s/%s failed (%s)"
              .formatted(names.get("namespace"), names.get("pod"), container, failed.text()));
    } finally {
      checkpoints.release();
    }
  }

  private Path checkpoint(Pod pod, String container, Duration atMost) {
    ContainerRuntime runtime = node.foundRuntime();
    ContainerId id =
        PodLookup.running(runtime, pod.uid(), container)
            .orElseThrow(() ->
                new OutsideFailure(FailureKind.NOT_FOUND, "container " + container + " not found"));
    try {
      // It has all of a container's memory: for root only.
      Files.createDirectories(
          node.places().checkpoints(),
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    } catch (IOException refused) {
      throw new OutsideFailure(
          FailureKind.INTERNAL, "the directory of checkpoints cannot be made", refused);
    }
    room.require(node.places().checkpoints());
    Path file =
        node.places()
            .checkpoints()
            .resolve(
                "checkpoint-%s_%s-%s-%s.tar"
                    .formatted(
                        pod.metadata().name(),
                        pod.metadata().namespace(),
                        container,
                        Instant.now().truncatedTo(ChronoUnit.SECONDS)));
    runtime.streams().checkpoint(id, file.toString(), atMost);
    return file;
  }
}
