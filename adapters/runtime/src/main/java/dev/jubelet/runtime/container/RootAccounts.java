package dev.jubelet.runtime.container;

import dev.jubelet.linux.file.RootedPath;
import dev.jubelet.linux.kernel.LinuxException;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import dev.jubelet.runtime.oci.input.AccountFiles;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Reads the users and groups of a container's root. Whoever made the image wrote these files: they
 * are read as a stream, and never is more than one line of them in memory.
 */
final class RootAccounts implements AccountFiles {
  /** Some six thousand members of a group. */
  private static final int LINE_MAX = 64 * 1024;

  private static final int FILE_MAX = 16 << 20;

  /** A line, its text and its parts. */
  static final int MEMORY_MAX = 8 * LINE_MAX;

  private final Path root;

  RootAccounts(Path root) {
    this.root = root;
  }

  @Override
  public void passwd(Consumer<String> line) {
    lines("etc/passwd", line);
  }

  @Override
  public void group(Consumer<String> line) {
    lines("etc/group", line);
  }

  private void lines(String file, Consumer<String> each) {
    try {
      Optional<InputStream> found = RootedPath.open(root, file);
      if (found.isPresent()) {
        try (Reader in =
            new BufferedReader(new InputStreamReader(found.get(), StandardCharsets.UTF_8))) {
          lines(in, file, each);
        }
      }
    } catch (IOException unreadable) {
      throw LinuxException.asFailure("cannot read the image's /" + file, unreadable);
    }
  }

  private static void lines(Reader in, String file, Consumer<String> each) throws IOException {
    StringBuilder line = new StringBuilder();
    int total = 0;
    for (int next = in.read(); next >= 0; next = in.read()) {
      if (++total > FILE_MAX) {
        throw tooLarge(file, "", FILE_MAX);
      }
      if (next == '\n') {
        each.accept(line.toString());
        line.setLength(0);
      } else if (line.length() == LINE_MAX) {
        throw tooLarge(file, "a line of ", LINE_MAX);
      } else {
        line.append((char) next);
      }
    }
    each.accept(line.toString());
  }

  private static OutsideFailure tooLarge(String file, String part, int max) {
    return new OutsideFailure(
        FailureKind.BAD_SPEC,
        part + "the image's /" + file + " has more than " + max + " characters");
  }
}
