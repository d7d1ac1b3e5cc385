package dev.jubelet.app.command;

import dev.jubelet.app.failure.CommandFailure;
import dev.jubelet.ports.OutsideFailure;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * The command line. Exit codes: 0 done, 1 failed, 2 not understood.
 *
 * <p>To add a command, add a line to the list that {@link #standard} returns, or hand it over as
 * one of {@code more}.
 */
@Command(
    name = "jubelet",
    description = "Runs Kubernetes pods on this machine.",
    versionProvider = VersionCommand.Provider.class,
    synopsisSubcommandLabel = "COMMAND",
    footer = {
      "",
      "Examples:",
      "  jubelet run examples/hello.yaml                     run pods here and now",
      "  jubelet kubelet --config /etc/jubelet/config.yaml   run a node",
      "  jubelet pods                                        what runs on it",
      "  jubelet logs web -f                                 follow a container's log",
      "  jubelet timeline web                                where the time of its start went",
      "  jubelet cri --listen unix:///run/jubelet.sock       serve the container runtime alone",
      "  jubelet manifest check web.yaml                     find mistakes before the node does",
    })
public final class Jubelet implements Runnable {
  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      scope = ScopeType.INHERIT,
      description = "Shows this text.")
  @SuppressWarnings("UnusedVariable") // picocli acts on it
  private boolean help;

  @Option(
      names = {"-V", "--version"},
      versionHelp = true,
      description = "Shows the version.")
  @SuppressWarnings("UnusedVariable") // picocli acts on it
  private boolean version;

  @Spec
  @SuppressWarnings("NullAway.Init") // set by picocli
  private CommandSpec spec;

  private final List<Subcommand> subcommands;

  Jubelet(List<Subcommand> subcommands) {
    this.subcommands = List.copyOf(subcommands);
  }

  /** The commands of a release, and those that the caller adds. */
  public static Jubelet standard(NodeRunner runner, Subcommand... more) {
    List<Subcommand> all = new ArrayList<>();
    all.add(new Subcommand("kubelet", () -> new KubeletCommand(runner)));
    all.addAll(Arrays.asList(more));
    all.add(new Subcommand("pods", PodsCommand::new));
    all.add(new Subcommand("logs", LogsCommand::new));
    all.add(new Subcommand("timeline", TimelineCommand::new));
    all.add(new Subcommand("config", ConfigCommand::new));
    all.add(new Subcommand("manifest", ManifestCommand::new));
    all.add(new Subcommand("version", VersionCommand::new));
    all.add(new Subcommand("completion", CompletionCommand::new));
    return new Jubelet(all);
  }

  public int run(String... args) {
    return commandLine(args).execute(args);
  }

  public int run(PrintWriter out, PrintWriter err, String... args) {
    return commandLine(args).setOut(out).setErr(err).execute(args);
  }

  // Reading the annotations of every command costs more than most commands do.
  private CommandLine commandLine(String... args) {
    CommandLine line = new CommandLine(this);
    List<Subcommand> needed =
        subcommands.stream()
            .filter(each -> args.length > 0 && each.name().equals(args[0]))
            .toList();
    boolean listsAll = needed.isEmpty() || needed.getFirst().name().equals("completion");
    for (Subcommand each : listsAll ? subcommands : needed) {
      line.addSubcommand(each.name(), each.command().get());
    }
    return line.setExecutionExceptionHandler(failureHandler())
        .setParameterExceptionHandler(misuseHandler())
        .setUsageHelpAutoWidth(false)
        .setUsageHelpWidth(100);
  }

  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }

  // The whole help would push the one line that matters off the screen.
  private static IParameterExceptionHandler misuseHandler() {
    return (misuse, args) -> {
      CommandLine line = misuse.getCommandLine();
      line.getErr().println("error: " + misuse.getMessage());
      UnmatchedArgumentException.printSuggestions(misuse, line.getErr());
      line.getErr().println("see '" + line.getCommandSpec().qualifiedName() + " --help'");
      line.getErr().flush();
      return ExitCode.USAGE;
    };
  }

  private static IExecutionExceptionHandler failureHandler() {
    return (failure, line, parsed) -> {
      switch (failure) {
        case CommandFailure told -> line.getErr().println("error: " + told.getMessage());
        case OutsideFailure told -> line.getErr().println("error: " + told.text());
        case IOException told -> line.getErr().println("error: " + told.getMessage());
        default -> {
          line.getErr().println("error: this is a defect of jubelet, please report it:");
          failure.printStackTrace(line.getErr());
        }
      }
      line.getErr().flush();
      return ExitCode.SOFTWARE;
    };
  }
}
