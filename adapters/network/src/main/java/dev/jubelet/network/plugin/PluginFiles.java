package dev.jubelet.network.plugin;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/** The programs of plugins. They run as root, so that who may write them may do anything. */
public final class PluginFiles {
  private static final int WRITABLE_BY_GROUP = 0020;
  private static final int WRITABLE_BY_ALL = 0002;
  private static final int STICKY = 01000;

  private final List<Path> directories;
  private final Consumer<String> warnings;
  private final Set<String> warned = ConcurrentHashMap.newKeySet();

  /**
   * @param directories where programs are looked for, in that order
   */
  public PluginFiles(List<Path> directories, Consumer<String> warnings) {
    this.directories = List.copyOf(directories);
    this.warnings = warnings;
  }

  List<Path> directories() {
    return directories;
  }

  Optional<Path> find(String type) {
    return directories.stream()
        .map(each -> each.resolve(type))
        .filter(Files::isRegularFile)
        .findFirst();
  }

  /**
   * @throws CniFailure when there is none of that name, or every user of the machine may change it
   */
  Path require(String type) {
    Path program =
        find(type)
            .orElseThrow(() ->
                new CniFailure(
                    CniFailure.UNKNOWN,
                    "failed to find plugin \"" + type + "\" in path " + directories,
                    ""));
    try {
      requireSafe(program, 0);
      Path directory = program.getParent();
      if (directory != null) {
        requireSafe(directory, STICKY);
      }
      return program;
    } catch (IOException gone) {
      throw new CniFailure(CniFailure.IO_FAILURE, program + " cannot be read", gone);
    }
  }

  private void requireSafe(Path path, int excused) throws IOException {
    int mode = (int) Files.getAttribute(path, "unix:mode");
    int user = (int) Files.getAttribute(path, "unix:uid");
    int group = (int) Files.getAttribute(path, "unix:gid");
    if ((mode & WRITABLE_BY_ALL) != 0 && (mode & excused) == 0) {
      throw new CniFailure(
          CniFailure.IO_FAILURE,
          path + " may be changed by every user of this machine: take that away with chmod o-w",
          "");
    }
    boolean others = user != 0 || ((mode & WRITABLE_BY_GROUP) != 0 && group != 0);
    if (others && warned.add(path.toString())) {
      warnings.accept(
          path
              + " may be changed by others than root, and CNI plugins run as root: it should be"
              + " owned by root and writable by nobody else");
    }
  }
}
