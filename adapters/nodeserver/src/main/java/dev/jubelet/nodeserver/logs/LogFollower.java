package dev.jubelet.nodeserver.logs;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Copies what a container wrote in one of its runs to a stream: first what was rotated away, then
 * the present file, and then whatever comes, through any number of further rotations.
 */
public final class LogFollower {
  private static final int BLOCK = 16 * 1024;

  private final LogRun run;
  private final LogOptions options;
  private final LogLines lines;
  private List<String> read = List.of();
  private long skippedLines;

  public LogFollower(LogRun run, OutputStream out, LogOptions options) {
    this.run = run;
    this.options = options;
    this.lines = new LogLines(out, options);
  }

  /** What to do when the file has no more. */
  @FunctionalInterface
  public interface More {
    /** Waits for a change and says whether to look again. */
    boolean after() throws IOException;
  }

  /** The file that is written now, and what had been rotated away when it was opened. */
  private record Opened(FileChannel channel, @Nullable Object identity, List<String> rotated)
      implements AutoCloseable {
    @Override
    public void close() throws IOException {
      channel.close();
    }
  }

  /**
   * Copies all that is there.
   *
   * @throws NoSuchFileException when there is no log
   */
  public void copy() throws IOException {
    try (Opened opened = open()) {
      begin(opened);
      drain(opened.channel());
      lines.end();
      lines.flush();
    }
  }

  /** Copies and waits for more, until nobody expects more. */
  public void follow(More more) throws IOException {
    boolean first = true;
    boolean wanted = true;
    while (wanted && !lines.full()) {
      try (Opened opened = open()) {
        if (first) {
          begin(opened);
        } else {
          catchUp(opened.rotated());
        }
        first = false;
        wanted = drainUntilRotated(opened, more);
      } catch (NoSuchFileException betweenRenameAndReopen) {
        wanted = more.after();
      }
    }
    lines.flush();
  }

  private void begin(Opened opened) throws IOException {
    long from = 0;
    if (options.tail() >= 0) {
      LogTail.Start start = LogTail.find(opened.channel(), options.tail());
      opened.channel().position(start.offset());
      from = firstRotated(opened.rotated(), options.tail() - start.lines());
    }
    read = opened.rotated();
    for (String name : opened.rotated().subList((int) from, opened.rotated().size())) {
      copyRotated(name);
    }
  }

  /** The first rotated file that has some of the wanted lines; the others are left out. */
  private int firstRotated(List<String> rotated, long missing) throws IOException {
    long left = missing;
    int index = rotated.size();
    while (left > 0 && index > 0) {
      index--;
      long has = countLines(rotated.get(index));
      skippedLines = Math.max(0, has - left);
      left -= has;
    }
    return index;
  }

  private long countLines(String rotated) throws IOException {
    long count = 0;
    byte[] block = new byte[BLOCK];
    try (InputStream in = run.open(rotated)) {
      for (int size = in.read(block); size >= 0; size = in.read(block)) {
        for (int i = 0; i < size; i++) {
          if (block[i] == '\n') {
            count++;
          }
        }
      }
    } catch (NoSuchFileException removedMeanwhile) {
      return 0;
    }
    return count;
  }

  /**
   * What was rotated while the last file was being read: first that file itself, which has been
   * read to its end, then others if several rotations went by.
   */
  private void catchUp(List<String> rotated) throws IOException {
    List<String> added = rotated.stream().filter(name -> !read.contains(name)).toList();
    read = rotated;
    for (String missed : added.subList(Math.min(1, added.size()), added.size())) {
      copyRotated(missed);
    }
  }

  private void copyRotated(String name) throws IOException {
    long skip = skippedLines;
    skippedLines = 0;
    if (lines.full()) {
      return;
    }
    try {
      if (options.since() != null && run.isOlder(name, options.since())) {
        return;
      }
      try (InputStream in = run.open(name)) {
        copyRotated(in, skip);
      }
    } catch (NoSuchFileException removedMeanwhile) {
      // Rotation keeps a few files only; what it removed is gone for everybody.
      return;
    }
    lines.flush();
  }

  private void copyRotated(InputStream in, long skip) throws IOException {
    long left = skip;
    byte[] block = new byte[BLOCK];
    for (int size = in.read(block); size >= 0 && !lines.full(); size = in.read(block)) {
      int from = 0;
      while (left > 0 && from < size) {
        if (block[from] == '\n') {
          left--;
        }
        from++;
      }
      System.arraycopy(block, from, block, 0, size - from);
      lines.take(block, size - from);
    }
  }

  /** One that matches the list of rotated files: no rotation went by in between. */
  private Opened open() throws IOException {
    while (true) {
      List<String> rotated = run.rotated();
      FileChannel channel = run.open();
      boolean matches = false;
      try {
        Object identity = run.identity();
        matches = rotated.equals(run.rotated()) && Objects.equals(identity, run.identity());
        if (matches) {
          return new Opened(channel, identity, rotated);
        }
      } finally {
        if (!matches) {
          channel.close();
        }
      }
    }
  }

  private boolean drainUntilRotated(Opened opened, More more) throws IOException {
    boolean rotated = false;
    while (true) {
      drain(opened.channel());
      if (rotated) {
        return true;
      }
      lines.flush();
      if (lines.full()) {
        return false;
      }
      if (!more.after()) {
        drain(opened.channel());
        return false;
      }
      // The writer may still add to the old file after the rename, so it is read once more.
      rotated = isReplaced(opened);
    }
  }

  private boolean isReplaced(Opened opened) throws IOException {
    if (opened.channel().size() < opened.channel().position()) {
      lines.forgetUnfinished();
      return true;
    }
    try {
      return !Objects.equals(opened.identity(), run.identity());
    } catch (NoSuchFileException betweenRenameAndReopen) {
      return false;
    }
  }

  private void drain(FileChannel channel) throws IOException {
    // Not kept: most followers wait most of the time, and there may be many.
    byte[] block = new byte[BLOCK];
    ByteBuffer buffer = ByteBuffer.wrap(block);
    for (int size = channel.read(buffer);
        size > 0 && !lines.full();
        size = channel.read(buffer.clear())) {
      lines.take(block, size);
    }
  }
}
