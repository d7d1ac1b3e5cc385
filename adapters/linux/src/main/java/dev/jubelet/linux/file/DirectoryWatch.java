package dev.jubelet.linux.file;

import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;

import dev.jubelet.linux.OwnThread;
import dev.jubelet.linux.kernel.Errno;
import dev.jubelet.linux.kernel.Kernel;
import dev.jubelet.linux.kernel.LinuxException;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.function.Consumer;

/**
 * inotify on one directory. The directory may be absent, and may come and go: the watch arms itself
 * again as soon as it is there.
 */
public final class DirectoryWatch implements DirectoryEvents {
  private static final int IN_ATTRIB = 0x4;
  private static final int IN_CLOSE_WRITE = 0x8;
  private static final int IN_MOVED_FROM = 0x40;
  private static final int IN_MOVED_TO = 0x80;
  private static final int IN_CREATE = 0x100;
  private static final int IN_DELETE = 0x200;
  private static final int IN_DELETE_SELF = 0x400;
  private static final int IN_MOVE_SELF = 0x800;
  private static final int IN_UNMOUNT = 0x2000;
  private static final int IN_Q_OVERFLOW = 0x4000;
  private static final int IN_IGNORED = 0x8000;
  private static final int IN_ONLYDIR = 0x1000000;
  private static final int IN_CLOEXEC = 0x80000;
  private static final int ENTRIES =
      IN_CLOSE_WRITE | IN_MOVED_FROM | IN_MOVED_TO | IN_CREATE | IN_DELETE;
  private static final int DIRECTORY_GONE = IN_DELETE_SELF | IN_MOVE_SELF | IN_UNMOUNT | IN_IGNORED;
  private static final int HEADER_SIZE = 16;
  private static final int BUFFER_SIZE = 64 * 1024;
  private static final int ABSENT_POLL_MILLIS = 500;

  private final Path directory;
  private final int wake;
  private final Object gate = new Object();
  private volatile boolean closed;
  private State state = State.NEW;

  private enum State {
    NEW,
    RUNNING,
    ENDED
  }

  public DirectoryWatch(Path directory) {
    this.directory = directory;
    this.wake = Kernel.eventfd();
  }

  @Override
  public void run(Consumer<String> fileNameOrEmptyForOverflow) {
    synchronized (gate) {
      if (closed) {
        return;
      }
      if (state != State.NEW) {
        throw new IllegalStateException("already watching " + directory);
      }
      state = State.RUNNING;
    }
    try {
      Object _ =
          OwnThread.call(
              "watch " + directory,
              Executors.callable(() -> watchUntilClosed(fileNameOrEmptyForOverflow)));
    } catch (ExecutionException failed) {
      throw new IllegalStateException("watching " + directory + " broke", failed.getCause());
    }
  }

  @Override
  public void close() {
    synchronized (gate) {
      if (closed) {
        return;
      }
      closed = true;
      switch (state) {
        case NEW -> end();
        case RUNNING -> Kernel.signalEvent(wake);
        case ENDED -> {}
      }
    }
  }

  /** The gate keeps close() from signalling a number that the kernel has given to somebody else. */
  private void end() {
    synchronized (gate) {
      state = State.ENDED;
      Kernel.close(wake);
    }
  }

  private void watchUntilClosed(Consumer<String> listener) {
    try {
      while (!closed) {
        int inotify = arm();
        if (inotify < 0) {
          Kernel.pollReadable(ABSENT_POLL_MILLIS, wake);
          continue;
        }
        try {
          listener.accept("");
          follow(inotify, listener);
        } finally {
          Kernel.close(inotify);
        }
        if (!closed) {
          listener.accept("");
        }
      }
    } finally {
      end();
    }
  }

  /** A new inotify that sees the directory, or -1 while there is none. */
  private int arm() {
    int inotify = Kernel.inotifyInit(IN_CLOEXEC);
    try {
      int mask = ENTRIES | IN_DELETE_SELF | IN_MOVE_SELF | IN_ATTRIB | IN_ONLYDIR;
      Kernel.inotifyAddWatch(inotify, directory.toString(), mask);
      return inotify;
    } catch (LinuxException refused) {
      Kernel.close(inotify);
      refused.throwUnless(Errno.ENOENT, Errno.ENOTDIR);
      return -1;
    }
  }

  private void follow(int inotify, Consumer<String> listener) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment buffer = arena.allocate(BUFFER_SIZE, 8);
      boolean there = true;
      while (there && !closed) {
        if (Kernel.pollReadable(-1, wake, inotify) == inotify) {
          there = deliver(buffer.asSlice(0, Kernel.read(inotify, buffer)), listener);
        }
      }
    }
  }

  /** False once the directory itself is gone. */
  private boolean deliver(MemorySegment events, Consumer<String> listener) {
    long at = 0;
    while (at < events.byteSize()) {
      int mask = events.get(JAVA_INT_UNALIGNED, at + 4);
      int length = events.get(JAVA_INT_UNALIGNED, at + 12);
      String name = length == 0 ? "" : events.getString(at + HEADER_SIZE, StandardCharsets.UTF_8);
      at += HEADER_SIZE + length;
      if ((mask & IN_Q_OVERFLOW) != 0) {
        listener.accept("");
      } else if ((mask & DIRECTORY_GONE) != 0) {
        return false;
      } else if (!name.isEmpty() && worthTelling(mask, name)) {
        listener.accept(name);
      }
    }
    return true;
  }

  /** A new ordinary file is told when it is written and closed: at first it is empty. */
  private boolean worthTelling(int mask, String name) {
    if ((mask & IN_CREATE) == 0) {
      return true;
    }
    try {
      Map<String, Object> facts =
          Files.readAttributes(
              directory.resolve(name), "unix:isRegularFile,nlink", LinkOption.NOFOLLOW_LINKS);
      return !Boolean.TRUE.equals(facts.get("isRegularFile"))
          || !Integer.valueOf(1).equals(facts.get("nlink"));
    } catch (IOException | InvalidPathException gone) {
      return true;
    }
  }
}
