package dev.jubelet.app.command.run;

import dev.jubelet.app.command.ManifestReading;
import dev.jubelet.app.command.PodTable;
import dev.jubelet.app.failure.CommandFailure;
import dev.jubelet.app.host.Privileges;
import dev.jubelet.app.host.RunDirectory;
import dev.jubelet.app.logging.LogFormat;
import dev.jubelet.app.logging.NodeLogging;
import dev.jubelet.codec.PodManifests;
import dev.jubelet.model.meta.GoDuration;
import dev.jubelet.ports.Journal;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "run",
    description = {
      "Runs pods here and now: starts a node with a container runtime of its own and the pods of"
          + " the files, shows their state and their logs, and leaves nothing behind.",
      "Pods get addresses that this machine reaches, on a bridge of their own. Exits with 0 when"
          + " all pods ran or succeeded."
    },
    sortOptions = false,
    footer = {
      "",
      "Examples:",
      "  jubelet run examples/hello.yaml",
      "  jubelet run web.yaml database.yaml --follow",
      "  jubelet run --clean",
    })
public final class RunCommand implements Callable<Integer> {
  private static final String EMBEDDED = "embedded";
  private static final Duration LOOK = Duration.ofMillis(100);
  private static final Duration SHOWN = Duration.ofSeconds(10);

  @Parameters(
      paramLabel = "FILE",
      arity = "0..*",
      description = "YAML or JSON with pods and the ConfigMaps, Secrets and claims they refer to.")
  private List<Path> files = List.of();

  @Option(
      names = {"-f", "--follow"},
      negatable = true,
      description = {
        "Shows logs until Ctrl-C or until all pods have ended. Default: on a terminal.",
        "Otherwise until those that end have ended, and ten seconds of the others."
      })
  private @Nullable Boolean follow;

  @Option(
      names = "--timeout",
      paramLabel = "DURATION",
      defaultValue = "2m",
      converter = Durations.class,
      description = "How long pods may take until they run. Default: ${DEFAULT-VALUE}.")
  private Duration timeout = Duration.ofMinutes(2);

  @Option(names = "--keep", description = "Leaves pods running at the end, without a node.")
  private boolean keep;

  @Option(
      names = "--clean",
      description = "Only removes what was kept, or left by a run that was killed.")
  private boolean clean;

  @Option(
      names = "--no-install",
      description = "Fails when a part is missing on this machine, instead of installing it.")
  private boolean noInstall;

  /** There was a choice once; who still makes it learns where it went. */
  @Option(names = "--runtime", paramLabel = "NAME", hidden = true)
  private String runtime = EMBEDDED;

  @Option(
      names = {"-v", "--v"},
      paramLabel = "N",
      description = "Shows the node's log as well: 0 what it does, 4 details.")
  private @Nullable Integer verbosity;

  @Spec
  @SuppressWarnings("NullAway.Init") // set by picocli
  private CommandSpec spec;

  private final LocalNode.Starter starter;

  public RunCommand(LocalNode.Starter starter) {
    this.starter = starter;
  }

  /** As in Kubernetes: 90s, 2m. */
  static final class Durations implements ITypeConverter<Duration> {
    @Override
    public Duration convert(String text) {
      return GoDuration.parse(text);
    }
  }

  @Override
  public Integer call() throws IOException {
    refuseOtherRuntimes();
    if (files.isEmpty() != clean) {
      throw new ParameterException(
          spec.commandLine(), clean ? "--clean takes no files" : "name a file with pods");
    }
    int pods = 0;
    boolean good = true;
    for (Path file : files) {
      PodManifests.Parsed parsed = ManifestReading.read(file, spec.commandLine().getErr());
      good &= parsed.usable();
      pods += parsed.pods().size();
    }
    spec.commandLine().getErr().flush();
    if (!good) {
      return 1;
    }
    if (pods == 0 && !clean) {
      throw new CommandFailure(
          "there is no pod in these files", "name a file with a pod beside those of its objects");
    }
    if (!Privileges.root()) {
      throw new CommandFailure("containers need root", "call this as root or with sudo");
    }
    if (clean) {
      return cleanAll();
    }
    require();
    return run(pods);
  }

  private void refuseOtherRuntimes() {
    if (!runtime.equals(EMBEDDED)) {
      throw new CommandFailure(
          "'jubelet run' has a runtime of its own and runs no pods on " + runtime,
          "leave --runtime out, or run 'jubelet kubelet --config FILE' with a"
              + " containerRuntimeEndpoint such as unix:///run/containerd/containerd.sock in it");
    }
  }

  private void require() throws IOException {
    List<String> missing = new RunParts().missing();
    if (missing.isEmpty()) {
      return;
    }
    if (noInstall) {
      throw new CommandFailure(
          "missing on this machine: " + String.join(", ", missing),
          "parts/install installs them; without --no-install this command does so by itself");
    }
    say("missing on this machine: " + String.join(", ", missing));
    RunParts.install(missing, System.getProperty("jubelet.home", ""));
  }

  private int run(int pods) throws IOException {
    try (StopSignal stop = StopSignal.install();
        RunDirectory place = place()) {
      if (place.hasRemains()) {
        say("clears what an earlier run left in " + place.directory());
        clear(place);
        try (RunDirectory again = place()) {
          return run(new RunSession(again), again, stop, pods);
        }
      }
      return run(new RunSession(place), place, stop, pods);
    }
  }

  private static void clear(RunDirectory place) {
    if (Files.isDirectory(place.directory().resolve("containerd"))) {
      throw new CommandFailure(
          "a private containerd of an earlier version is in " + place.directory(),
          "remove it with 'jubelet run --clean' of that version, or end it and delete the"
              + " directory");
    }
    if (EmbeddedRun.isIn(place)) {
      new EmbeddedRun(place).clear();
    }
    place.erase();
  }

  private int run(RunSession session, RunDirectory place, StopSignal stop, int pods)
      throws IOException {
    try {
      say("starts a runtime of its own in " + place.directory());
      session.startRuntime();
      session.startNode(files, starter, journal(place));
      int code = watch(session, stop, pods);
      stop.exitCode(code);
      return code;
    } finally {
      end(session, place);
    }
  }

  private void end(RunSession session, RunDirectory place) {
    if (keep) {
      session.leave();
      place.keep();
      say("kept in " + place.directory() + "; 'jubelet run --clean' removes it");
    } else {
      say("ends the pods and removes everything");
      session.close();
    }
  }

  private int watch(RunSession session, StopSignal stop, int pods) {
    long end = System.nanoTime() + timeout.toNanos();
    RunOutcome outcome = new RunOutcome(session.pods(), pods);
    while (!outcome.isSettled() && System.nanoTime() < end && !stop.await(LOOK)) {
      outcome = new RunOutcome(session.pods(), pods);
    }
    print(outcome);
    if (!outcome.isSettled() && !stop.asked()) {
      say("not all pods run after " + GoDuration.format(timeout));
    }
    long shownUntil = System.nanoTime() + SHOWN.toNanos();
    OutputStream out = new FileOutputStream(FileDescriptor.out);
    try (PodLogStreams logs = new PodLogStreams(session.logs(), out)) {
      logs.start(outcome.pods());
      while (outcome.isSettled() && !outcome.hasEnded() && !stop.await(LOOK)) {
        outcome = new RunOutcome(session.pods(), pods);
        if (!follows() && outcome.isOnlyServing() && System.nanoTime() > shownUntil) {
          break;
        }
      }
    }
    outcome = new RunOutcome(session.pods(), pods);
    if (outcome.hasEnded()) {
      print(outcome);
    }
    boolean good = outcome.isGood();
    if (!good) {
      outcome.troubles().forEach(this::say);
    }
    return good ? 0 : 1;
  }

  @SuppressWarnings("SystemConsoleNull") // It may be, says its documentation.
  private boolean follows() {
    Boolean said = follow;
    return said == null ? System.console() != null && System.console().isTerminal() : said;
  }

  private int cleanAll() {
    List<RunDirectory> abandoned = RunDirectory.abandoned(RunDirectory.BASE);
    for (RunDirectory place : abandoned) {
      try (place) {
        say("removes " + place.directory());
        clear(place);
      }
    }
    if (abandoned.isEmpty()) {
      say("there is nothing to remove");
    }
    return 0;
  }

  private static RunDirectory place() {
    return RunDirectory.take(RunDirectory.BASE)
        .orElseThrow(() ->
            new CommandFailure(
                "too many private nodes are running",
                "end another 'jubelet run', or remove kept ones with 'jubelet run --clean'"));
  }

  private Journal journal(RunDirectory place) throws IOException {
    Integer shown = verbosity;
    if (shown != null) {
      return NodeLogging.install(new FileOutputStream(FileDescriptor.err), LogFormat.TEXT, shown);
    }
    OutputStream file = new FileOutputStream(place.directory().resolve("node.log").toFile());
    return new RunJournal(
        NodeLogging.install(file, LogFormat.TEXT, 0), spec.commandLine().getErr());
  }

  private void print(RunOutcome outcome) {
    spec.commandLine().getOut().print(PodTable.render(outcome.pods(), Instant.now(), true));
    spec.commandLine().getOut().flush();
  }

  private void say(String sentence) {
    spec.commandLine().getErr().println("jubelet: " + sentence);
    spec.commandLine().getErr().flush();
  }
}
