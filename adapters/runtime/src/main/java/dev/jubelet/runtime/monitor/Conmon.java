package dev.jubelet.runtime.monitor;

import dev.jubelet.json.JsonReader;
import dev.jubelet.linux.process.ProcessIdentity;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * conmon holds a container's standard streams, writes its log and, when it ends, its exit code; it
 * outlives us. It is started, and the container with it, by one small script: that is one process
 * of ours where two would do, and it says what went wrong where.
 */
public final class Conmon {
  private static final Duration TIME = Duration.ofMinutes(2);
  private static final String PID = "pid";
  private static final String MONITOR = "conmon.pid";
  private static final String STARTER = "starter.pid";
  private static final String LAUNCH = "launch";
  private static final String GATE = "gate-";
  private static final int SIGKILL = 9;
  private static final Duration BURIAL = Duration.ofSeconds(20);
  private static final Duration PAUSE = Duration.ofMillis(20);

  private final Path program;
  private final Path exits;
  private final Path sockets;

  /**
   * @param exits where a file for each exited container appears
   * @param sockets where those who attach find one directory for each container
   */
  public Conmon(Path program, Path exits, Path sockets) {
    this.program = program;
    this.exits = exits;
    this.sockets = sockets;
  }

  /**
   * @param log an absolute path, or empty for none
   */
  public record Launch(
      String id,
      String name,
      Path bundle,
      String log,
      boolean tty,
      boolean stdin,
      boolean stdinOnce) {}

  /** Who runs then: a container may be so quick that it, or both, have ended already. */
  public record Launched(@Nullable ProcessIdentity process, @Nullable ProcessIdentity monitor) {}

  /**
   * Makes the container of a bundle and starts it.
   *
   * @throws OutsideFailure with what the OCI runtime says; something may be left of it
   */
  public Launched launch(OciProgram oci, Launch launch) {
    String gate = GATE + UUID.randomUUID();
    try {
      Files.writeString(launch.bundle().resolve(LAUNCH), gate);
    } catch (IOException refused) {
      throw new OutsideFailure(
          FailureKind.INTERNAL, "cannot write to " + launch.bundle() + ": " + refused, refused);
    }
    Commands.Outcome outcome =
        Commands.run(
            List.of("/bin/sh", "-c", script(oci, launch, gate)), launch.bundle(), "", TIME);
    if (outcome.code() != 0) {
      throw new OutsideFailure(FailureKind.INTERNAL, complaint(outcome));
    }
    return launched(launch.bundle());
  }

  /** What the files of a bundle say about who runs. */
  public Launched launched(Path bundle) {
    ProcessIdentity process = marked(bundle.resolve(PID)).orElse(null);
    // Only then: whoever has no monitor any more has an exit file.
    return new Launched(process, monitor(bundle).orElse(null));
  }

  /** Whoever is about to start a container of that bundle, maybe for an earlier life of ours. */
  public Optional<ProcessIdentity> starter(Path bundle) {
    return ours(bundle.resolve(STARTER), bundle);
  }

  public Optional<ProcessIdentity> monitor(Path bundle) {
    return ours(bundle.resolve(MONITOR), bundle);
  }

  /**
   * Brings a start to its end that an earlier life of ours began: the script goes on without us.
   * Who did not come through its gate yet finds it closed, and who did has written down who it is.
   * Afterwards nobody starts anything there.
   */
  public void settle(Path bundle) {
    try {
      Files.createFile(bundle.resolve(Files.readString(bundle.resolve(LAUNCH))));
    } catch (IOException | InvalidPathException through) {
      // Or nobody was sent: then nobody has written down that it came through.
      awaitEnd(starter(bundle));
    }
  }

  private static void awaitEnd(Optional<ProcessIdentity> starter) {
    long end = System.nanoTime() + BURIAL.toNanos();
    while (starter.isPresent() && starter.get().alive() && System.nanoTime() - end < 0) {
      try {
        Thread.sleep(PAUSE);
      } catch (InterruptedException stopped) {
        Thread.currentThread().interrupt();
        return;
      }
    }
    starter.ifPresent(late -> late.signal(SIGKILL));
  }

  public Path control(Path bundle) {
    return bundle.resolve("ctl");
  }

  public Path attachSocket(String id) {
    return sockets.resolve(id).resolve("attach");
  }

  public boolean ranOutOfMemory(Path bundle) {
    return Files.exists(bundle.resolve("oom"));
  }

  /** Takes away what it made outside of the bundle. */
  public void forget(String id) throws IOException {
    Files.deleteIfExists(sockets.resolve(id));
  }

  private static Optional<ProcessIdentity> marked(Path file) {
    try {
      return ProcessIdentity.of(Long.parseLong(Files.readString(file).strip()));
    } catch (IOException | NumberFormatException absent) {
      return Optional.empty();
    }
  }

  /** A number in a file may be anybody's by now: whoever serves a bundle names it. */
  private static Optional<ProcessIdentity> ours(Path file, Path bundle) {
    return marked(file)
        .filter(mark -> {
          try {
            Path words = Path.of("/proc", Long.toString(mark.pid()), "cmdline");
            return Files.readString(words, StandardCharsets.ISO_8859_1).contains(bundle.toString());
          } catch (IOException gone) {
            return false;
          }
        });
  }

  String script(OciProgram oci, Launch launch, String gate) {
    List<String> start = new ArrayList<>(oci.words());
    start.addAll(List.of("start", launch.id()));
    return "echo $$ >"
        + STARTER
        + "; set -C; true >"
        + gate
        + " || exit 125; { _OCI_SYNCPIPE=3 "
        + quoted(command(oci, launch))
        + " 3>&1 >/dev/null </dev/null; } | { read -r line; case $line in *': -1'*|'')"
        + " printf '%s\\n' \"$line\"; exit 125;; esac; exec "
        + quoted(start)
        + " </dev/null; }";
  }

  private List<String> command(OciProgram oci, Launch launch) {
    List<String> words = new ArrayList<>();
    words.addAll(List.of(program.toString(), "--api-version", "1"));
    words.addAll(List.of("-b", launch.bundle().toString()));
    words.addAll(List.of("-c", launch.id(), "-u", launch.id(), "-n", launch.name()));
    words.addAll(List.of("-r", oci.words().getFirst()));
    oci.words().stream().skip(1).forEach(word -> words.add("--runtime-arg=" + word));
    words.addAll(List.of("-p", launch.bundle().resolve(PID).toString()));
    words.addAll(List.of("-P", launch.bundle().resolve(MONITOR).toString()));
    words.addAll(List.of("--exit-dir", exits.toString()));
    words.addAll(List.of("--persist-dir", launch.bundle().toString()));
    words.addAll(List.of("--socket-dir-path", sockets.toString()));
    words.addAll(List.of("-l", launch.log().isEmpty() ? "none" : "k8s-file:" + launch.log()));
    // Nobody waits for a log to reach the disk.
    words.add("--no-sync-log");
    if (launch.tty()) {
      words.add("-t");
    }
    if (launch.stdin()) {
      words.add("-i");
      if (!launch.stdinOnce()) {
        words.add("--leave-stdin-open");
      }
    }
    return words;
  }

  private static String quoted(List<String> words) {
    StringBuilder text = new StringBuilder();
    for (String word : words) {
      text.append('\'').append(word.replace("'", "'\\''")).append("' ");
    }
    return text.toString().strip();
  }

  /** conmon hands on what the OCI runtime wrote, in one line of JSON; its own words are lines. */
  static String complaint(Commands.Outcome outcome) {
    StringBuilder text = new StringBuilder();
    for (String line : outcome.output().lines().toList()) {
      if (line.startsWith("{")) {
        text.append(handedOn(line)).append('\n');
      } else if (!line.startsWith("[conmon:d]") && !line.startsWith("[conmon:w]")) {
        text.append(line).append('\n');
      }
    }
    String said = OciMessage.of(text.toString());
    return said.isEmpty() ? "conmon ended with code " + outcome.code() : said;
  }

  private static String handedOn(String line) {
    return JsonReader.upTo(line.length())
        .find(line)
        .map(fields -> fields.text("message"))
        .orElse(line);
  }
}
