package dev.jubelet.app.command;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Copies what a container wrote from its log file to a stream, and goes on with the new file when
 * the old one is rotated away.
 */
final class LogFollower {
  private static final int BLOCK = 64 * 1024;
  // CRI runtimes cut lines at 16 KiB; what is far longer is not a log line and is let through raw.
  private static final int LINE_MAX = 1024 * 1024;

  private final Path file;
  private final OutputStream out;
  private final @Nullable String onlyStream;
  private final boolean timestamps;
  private final ByteArrayOutputStream line = new ByteArrayOutputStream();
  private boolean insideLine;

  /**
   * @param onlyStream {@code stdout} or {@code stderr}; null for both
   */
  LogFollower(Path file, OutputStream out, @Nullable String onlyStream, boolean timestamps) {
    this.file = file;
    this.out = out;
    this.onlyStream = onlyStream;
    this.timestamps = timestamps;
  }

  /** Copies all that is there, or the last {@code tail} lines of it when that is not negative. */
  void copy(long tail) throws IOException {
    follow(tail, () -> false);
  }

  /**
   * Copies and waits for more.
   *
   * @param more called when there is nothing to read: waits a little and says whether to look again
   */
  void follow(long tail, More more) throws IOException {
    boolean first = true;
    boolean wanted = true;
    while (wanted) {
      Object identity = identityOrNull();
      try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
        if (!Objects.equals(identity, identity())) {
          continue; // rotated between the two looks
        }
        if (first && tail >= 0) {
          channel.position(LogTail.start(channel, tail));
        }
        first = false;
        wanted = drainUntilRotated(channel, identity, more);
      } catch (NoSuchFileException betweenRenameAndReopen) {
        wanted = more.after();
      }
    }
    out.flush();
  }

  private boolean drainUntilRotated(FileChannel channel, @Nullable Object identity, More more)
      throws IOException {
    ByteBuffer block = ByteBuffer.allocate(BLOCK);
    boolean rotated = false;
    while (true) {
      drain(channel, block);
      if (rotated) {
        return true;
      }
      out.flush();
      if (!more.after()) {
        drain(channel, block);
        return false;
      }
      // The writer may still add to the old file after the rename, so it is read once more.
      rotated = isReplaced(identity, channel);
    }
  }

  private boolean isReplaced(@Nullable Object identity, FileChannel channel) throws IOException {
    if (channel.size() < channel.position()) {
      return true;
    }
    try {
      return !Objects.equals(identity, identity());
    } catch (NoSuchFileException betweenRenameAndReopen) {
      return false;
    }
  }

  private @Nullable Object identityOrNull() throws IOException {
    try {
      return identity();
    } catch (NoSuchFileException absent) {
      return null;
    }
  }

  private @Nullable Object identity() throws IOException {
    return Files.readAttributes(file, BasicFileAttributes.class).fileKey();
  }

  private void drain(FileChannel channel, ByteBuffer block) throws IOException {
    while (channel.read(block) > 0) {
      block.flip();
      while (block.hasRemaining()) {
        byte next = block.get();
        if (next == '\n') {
          finishLine();
        } else {
          line.write(next);
          if (line.size() > LINE_MAX) {
            finishLine();
          }
        }
      }
      block.clear();
    }
  }

  private void finishLine() throws IOException {
    byte[] raw = line.toByteArray();
    line.reset();
    Optional<CriLogLine> parsed = CriLogLine.parse(raw);
    if (parsed.isEmpty()) {
      out.write(raw);
      out.write('\n');
      return;
    }
    CriLogLine entry = parsed.get();
    if (onlyStream != null && !entry.stream().equals(onlyStream)) {
      return;
    }
    if (timestamps && !insideLine) {
      out.write((entry.time() + " ").getBytes(StandardCharsets.UTF_8));
    }
    out.write(raw, entry.contentStart(), raw.length - entry.contentStart());
    if (!entry.partial()) {
      out.write('\n');
    }
    insideLine = entry.partial();
  }

  /** What to do when the file has no more. */
  @FunctionalInterface
  interface More {
    boolean after() throws IOException;
  }
}
