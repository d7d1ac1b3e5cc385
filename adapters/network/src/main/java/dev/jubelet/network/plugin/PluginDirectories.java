package dev.jubelet.network.plugin;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Where programs of plugins are. */
public record PluginDirectories(List<Path> directories) {
  public PluginDirectories {
    directories = List.copyOf(directories);
  }

  public Path find(String type) {
    CniNames.requireType(type);
    for (Path directory : directories) {
      Path program = directory.resolve(type);
      if (Files.isRegularFile(program)) {
        return program;
      }
    }
    throw new CniFailure(
        CniFailure.UNKNOWN, "failed to find plugin \"" + type + "\" in path " + directories, "");
  }

  public List<String> path() {
    return directories.stream().map(Path::toString).toList();
  }
}
