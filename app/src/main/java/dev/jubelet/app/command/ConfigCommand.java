package dev.jubelet.app.command;

import dev.jubelet.app.settings.ConfigurationDefaults;
import dev.jubelet.app.settings.ConfigurationLoader;
import dev.jubelet.app.settings.KubeletFlags;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(name = "config", description = "Looks at configurations of a node.")
final class ConfigCommand implements Runnable {
  @Spec
  @SuppressWarnings("NullAway.Init") // set by picocli
  private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "say what: check or defaults");
  }

  @Command(
      name = "check",
      description = "Finds all mistakes in a configuration, and what in it has no effect.")
  int check(
      @Parameters(paramLabel = "FILE", description = "A KubeletConfiguration.") Path file,
      @Option(
              names = "--config-dir",
              paramLabel = "DIR",
              description = "Drop-in files (*.conf) to check together with FILE.")
          @Nullable Path configDir) {
    List<String> flags = new ArrayList<>(List.of("--config=" + file));
    if (configDir != null) {
      flags.add("--config-dir=" + configDir);
    }
    ConfigurationLoader.Loaded loaded =
        ConfigurationLoader.load(KubeletFlags.of(flags.toArray(String[]::new)), "node");
    loaded.errors().forEach(error -> spec.commandLine().getErr().println("error: " + error));
    loaded.warnings().forEach(it -> spec.commandLine().getErr().println("warning: " + it));
    spec.commandLine().getErr().flush();
    if (!loaded.errors().isEmpty()) {
      return 1;
    }
    spec.commandLine().getOut().println(file + ": valid");
    spec.commandLine().getOut().flush();
    return 0;
  }

  @Command(name = "defaults", description = "Prints what holds where a configuration is silent.")
  int defaults() {
    spec.commandLine().getOut().print(ConfigurationDefaults.text());
    spec.commandLine().getOut().flush();
    return 0;
  }
}
