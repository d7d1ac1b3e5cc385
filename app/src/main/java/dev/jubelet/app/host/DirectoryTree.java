package dev.jubelet.app.host;

import dev.jubelet.linux.file.SafeTree;
import dev.jubelet.linux.mount.MountTable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A directory with all that is in it. */
public final class DirectoryTree {
  private DirectoryTree() {}

  /** Deletes it; follows no link, and refuses while anything is mounted in it. */
  public static void delete(Path directory) {
    if (!Files.exists(directory)) {
      return;
    }
    try {
      Path real = directory.toRealPath();
      var mounts = MountTable.read().beneath(real);
      if (!mounts.isEmpty()) {
        throw new IllegalStateException(directory + " is not deleted, still mounted: " + mounts);
      }
      SafeTree.remove(real.resolveSibling("."), Path.of(String.valueOf(real.getFileName())));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
