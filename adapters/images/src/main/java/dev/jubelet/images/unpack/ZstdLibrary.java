package dev.jubelet.images.unpack;

import com.github.luben.zstd.util.Native;
import dev.jubelet.linux.file.BuildDirectory;
import java.io.IOException;
import java.nio.file.Path;

/**
 * The native part of zstd, which the JVM loads from a file. The library itself would write that
 * file to the directory for everybody's temporary files, where a kill leaves it, and from where
 * nothing can be loaded on many machines (noexec).
 */
final class ZstdLibrary {
  private ZstdLibrary() {}

  /**
   * Loads it, once for the process.
   *
   * @param directory empty, and closed to others; it is empty again afterwards, and whoever made it
   *     removes it after a kill
   */
  static void load(Path directory) throws IOException {
    if (Native.isLoaded()) {
      return;
    }
    try {
      Native.load(directory.toFile());
    } catch (LinkageError refused) {
      throw new IOException(
          "zstd's library cannot be loaded from "
              + directory
              + ", whose file system must not be mounted with noexec: "
              + refused.getMessage(),
          refused);
    } finally {
      try (BuildDirectory made = BuildDirectory.at(directory)) {
        made.clear();
      }
    }
  }
}
