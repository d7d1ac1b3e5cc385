package dev.jubelet.network.plugin;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Programs in their directories, and plugins of our own of the same names. */
public final class InstalledPlugins implements Plugins, AutoCloseable {
  /** Which one is called where there are both. */
  public enum Choice {
    BUILT_IN,
    PROGRAM,
    PROGRAM_ONLY
  }

  private static final Duration BUSY_PAUSE = Duration.ofSeconds(1);

  private final PluginFiles files;
  private final PluginProcesses processes;
  private final Choice choice;
  private final Map<String, CniPlugin> builtIn;

  /**
   * @param builtIn makes our own, which may call others through this
   */
  public InstalledPlugins(
      PluginFiles files,
      PluginProcesses processes,
      Choice choice,
      Function<Plugins, Map<String, CniPlugin>> builtIn) {
    this.files = files;
    this.processes = processes;
    this.choice = choice;
    this.builtIn = Map.copyOf(builtIn.apply(this));
  }

  @Override
  public CniPlugin find(String type) {
    CniNames.requireType(type);
    CniPlugin own = builtIn.get(type);
    return switch (choice) {
      case BUILT_IN -> own == null ? program(type) : own;
      case PROGRAM -> own == null || files.find(type).isPresent() ? program(type) : own;
      case PROGRAM_ONLY -> program(type);
    };
  }

  @Override
  public String state(String type) {
    if (!(find(type) instanceof PluginProgram)) {
      return "built-in";
    }
    Path program = files.require(type);
    try {
      BasicFileAttributes facts = Files.readAttributes(program, BasicFileAttributes.class);
      return program + " " + facts.size() + " " + facts.lastModifiedTime();
    } catch (IOException gone) {
      throw new CniFailure(CniFailure.IO_FAILURE, program + " cannot be read", gone);
    }
  }

  @Override
  public List<String> searchPath() {
    return files.directories().stream().map(Path::toString).toList();
  }

  /** Has those of our own let go of what they hold for as long as this process lives. */
  @Override
  public void close() {
    for (CniPlugin each : builtIn.values()) {
      if (each instanceof AutoCloseable holding) {
        try {
          holding.close();
        } catch (Exception failed) {
          throw new IllegalStateException("a plugin of our own cannot be closed", failed);
        }
      }
    }
  }

  private CniPlugin program(String type) {
    return new PluginProgram(files.require(type), processes, BUSY_PAUSE);
  }
}
