package dev.jubelet.linux.kernel;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.nio.charset.StandardCharsets;

/**
 * System calls, one method each, with errors as {@link LinuxException}. Names are bytes as the
 * kernel has them: a pod may call its files whatever it likes, UTF-8 or not.
 */
public final class Kernel {
  public static final int AT_FDCWD = -100;
  public static final int AT_EMPTY_PATH = 0x1000;
  public static final int AT_REMOVEDIR = 0x200;
  public static final int AT_SYMLINK_NOFOLLOW = 0x100;

  private static final boolean ARM64 = System.getProperty("os.arch", "").equals("aarch64");
  public static final int O_DIRECTORY = ARM64 ? 0x4000 : 0x10000;
  public static final int O_NOFOLLOW = ARM64 ? 0x8000 : 0x20000;
  public static final int O_RDONLY = 0;
  public static final int O_WRONLY = 1;
  public static final int O_CREAT = 0x40;
  public static final int O_EXCL = 0x80;
  public static final int O_NONBLOCK = 0x800;
  public static final int O_CLOEXEC = 0x80000;
  public static final int O_PATH = 0x200000;

  public static final int RESOLVE_NO_XDEV = 0x01;
  public static final int RESOLVE_NO_MAGICLINKS = 0x02;
  public static final int RESOLVE_NO_SYMLINKS = 0x04;
  public static final int RESOLVE_BENEATH = 0x08;

  public static final short POLLIN = 1;

  private static final long SYS_GETDENTS64 = ARM64 ? 61 : 217;
  private static final long SYS_OPENAT2 = 437;
  private static final long SYS_STATX = ARM64 ? 291 : 332;
  private static final int STATX_BASIC_STATS = 0x7ff;
  private static final int STATX_SIZE = 256;
  private static final int LINK_MAX = 4096;
  private static final int EFD_CLOEXEC = 0x80000;
  private static final int EFD_NONBLOCK = 0x800;
  private static final int POLLFD_SIZE = 8;

  private Kernel() {}

  /** Bytes of a name or path for the kernel, with the final NUL left to the call. */
  public static byte[] bytes(String path) {
    if (path.indexOf('\0') >= 0) {
      throw new IllegalArgumentException("a path must not contain a NUL character");
    }
    return path.getBytes(StandardCharsets.UTF_8);
  }

  public static void mount(String source, String target, String type, long flags, String data) {
    call(
        "mount",
        target,
        (arena, state) ->
            (int)
                Libc.MOUNT.invokeExact(
                    state,
                    text(arena, bytes(source)),
                    text(arena, bytes(target)),
                    text(arena, bytes(type)),
                    flags,
                    text(arena, bytes(data))));
  }

  public static void umount2(String target, int flags) {
    call(
        "umount",
        target,
        (arena, state) -> (int) Libc.UMOUNT2.invokeExact(state, text(arena, bytes(target)), flags));
  }

  /** Writes all of it in one call, as the kernel's control files want it. */
  public static void write(int fd, byte[] content, String shown) {
    call(
        "write \"" + shown(content) + "\" to",
        shown,
        (arena, state) ->
            (long) Libc.WRITE.invokeExact(state, fd, text(arena, content), (long) content.length));
  }

  /** Writes the rest of a content, which no message shows; answers how much went out. */
  public static int writeSome(int fd, byte[] content, int from, String shown) {
    return (int)
        call(
            "write",
            shown,
            (arena, state) -> {
              MemorySegment rest = arena.allocate(content.length - (long) from);
              MemorySegment.copy(content, from, rest, JAVA_BYTE, 0, content.length - from);
              return (long) Libc.WRITE.invokeExact(state, fd, rest, rest.byteSize());
            });
  }

  public static int openat2(int directory, byte[] path, long flags, long resolve) {
    return openat2(directory, path, flags, 0, resolve);
  }

  /**
   * @param mode of a file that is made, less the umask; 0 when none is
   */
  public static int openat2(int directory, byte[] path, long flags, long mode, long resolve) {
    return (int)
        call(
            "open",
            shown(path),
            (arena, state) -> {
              MemorySegment how = arena.allocate(JAVA_LONG, 3);
              how.setAtIndex(JAVA_LONG, 0, flags);
              how.setAtIndex(JAVA_LONG, 1, mode);
              how.setAtIndex(JAVA_LONG, 2, resolve);
              return (long)
                  Libc.SYSCALL_FD_PATH_BUFFER.invokeExact(
                      state, SYS_OPENAT2, directory, text(arena, path), how, how.byteSize());
            });
  }

  public static void unlinkat(int directory, byte[] name, int flags) {
    call(
        flags == AT_REMOVEDIR ? "rmdir" : "unlink",
        shown(name),
        (arena, state) ->
            (int) Libc.UNLINKAT.invokeExact(state, directory, text(arena, name), flags));
  }

  public static void renameat(int fromDirectory, byte[] from, int toDirectory, byte[] to) {
    call(
        "rename",
        shown(from),
        (arena, state) ->
            (int)
                Libc.RENAMEAT.invokeExact(
                    state, fromDirectory, text(arena, from), toDirectory, text(arena, to)));
  }

  public static void mkdirat(int directory, byte[] name, int mode) {
    call(
        "mkdir",
        shown(name),
        (arena, state) ->
            (int) Libc.MKDIRAT.invokeExact(state, directory, text(arena, name), mode));
  }

  public static void symlinkat(byte[] target, int directory, byte[] name) {
    call(
        "symlink",
        shown(name),
        (arena, state) ->
            (int)
                Libc.SYMLINKAT.invokeExact(
                    state, text(arena, target), directory, text(arena, name)));
  }

  public static byte[] readlinkat(int directory, byte[] name) {
    try (Arena outer = Arena.ofConfined()) {
      MemorySegment buffer = outer.allocate(LINK_MAX);
      long size =
          call(
              "readlink",
              shown(name),
              (arena, state) ->
                  (long)
                      Libc.READLINKAT.invokeExact(
                          state, directory, text(arena, name), buffer, buffer.byteSize()));
      return buffer.asSlice(0, size).toArray(JAVA_BYTE);
    }
  }

  /** An entry of a directory, or with an empty name and AT_EMPTY_PATH what is open itself. */
  public static FileFacts statx(int directory, byte[] name, int flags) {
    try (Arena outer = Arena.ofConfined()) {
      MemorySegment buffer = outer.allocate(STATX_SIZE, 8);
      statx(directory, name, flags, buffer);
      return FileFacts.decoded(buffer);
    }
  }

  public static void statx(int directory, byte[] name, int flags, MemorySegment buffer) {
    call(
        "stat",
        shown(name),
        (arena, state) ->
            (long)
                Libc.SYSCALL_STATX.invokeExact(
                    state,
                    SYS_STATX,
                    directory,
                    text(arena, name),
                    flags,
                    STATX_BASIC_STATS,
                    buffer));
  }

  /** Changes the mode of what is open, also when it is open as a place only (O_PATH). */
  public static void chmodOpen(int fd, int mode, String shown) {
    call(
        "chmod",
        shown,
        (arena, state) ->
            (int) Libc.CHMOD.invokeExact(state, text(arena, bytes(descriptorPath(fd))), mode));
  }

  /** A path that leads to what is open, wherever it was moved. */
  public static String descriptorPath(int fd) {
    return "/proc/self/fd/" + fd;
  }

  public static void fchmod(int fd, int mode, String shown) {
    call("chmod", shown, (arena, state) -> (int) Libc.FCHMOD.invokeExact(state, fd, mode));
  }

  /** Changes owner and group of an open file; -1 leaves one as it is. */
  public static void fchown(int fd, int user, int group, String shown) {
    try {
      fchownat(fd, new byte[0], user, group, AT_EMPTY_PATH);
    } catch (LinuxException refused) {
      throw new LinuxException(refused.errno(), refused.call(), shown);
    }
  }

  public static void fchownat(int directory, byte[] name, int user, int group, int flags) {
    call(
        "chown",
        shown(name),
        (arena, state) ->
            (int)
                Libc.FCHOWNAT.invokeExact(state, directory, text(arena, name), user, group, flags));
  }

  public static void kill(int pid, int signal) {
    call(
        "kill",
        "process " + pid,
        (arena, state) -> (int) Libc.KILL.invokeExact(state, pid, signal));
  }

  public static void close(int fd) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = arena.allocate(Libc.CALL_STATE);
      // Linux: the descriptor is gone whatever close answers, so it is neither retried nor judged.
      int _ = (int) Libc.CLOSE.invokeExact(state, fd);
    } catch (Throwable thrown) {
      throw unexpected(thrown);
    }
  }

  public static long read(int fd, MemorySegment buffer) {
    return call(
        "read",
        "",
        (arena, state) -> (long) Libc.READ.invokeExact(state, fd, buffer, buffer.byteSize()));
  }

  /** The next entries of an open directory, in the kernel's format; 0 bytes at its end. */
  public static long getdents64(int fd, MemorySegment buffer) {
    return call(
        "read directory",
        "",
        (arena, state) ->
            (long)
                Libc.SYSCALL_FD_BUFFER.invokeExact(
                    state, SYS_GETDENTS64, fd, buffer, buffer.byteSize()));
  }

  public static int eventfd() {
    return (int)
        call(
            "eventfd",
            "",
            (arena, state) -> (int) Libc.EVENTFD.invokeExact(state, 0, EFD_CLOEXEC | EFD_NONBLOCK));
  }

  public static void signalEvent(int eventfd) {
    call(
        "write to eventfd",
        "",
        (arena, state) ->
            (long)
                Libc.WRITE.invokeExact(
                    state, eventfd, arena.allocateFrom(JAVA_LONG, 1L), JAVA_LONG.byteSize()));
  }

  public static int inotifyInit(int flags) {
    return (int)
        call(
            "inotify_init1",
            "",
            (arena, state) -> (int) Libc.INOTIFY_INIT1.invokeExact(state, flags));
  }

  public static int inotifyAddWatch(int fd, String path, int mask) {
    return (int)
        call(
            "watch",
            path,
            (arena, state) ->
                (int)
                    Libc.INOTIFY_ADD_WATCH.invokeExact(state, fd, text(arena, bytes(path)), mask));
  }

  /** Blocks until one of the descriptors is readable; answers which, or -1 after the time. */
  public static int pollReadable(int timeoutMillis, int... fds) {
    try (Arena outer = Arena.ofConfined()) {
      MemorySegment list = outer.allocate((long) POLLFD_SIZE * fds.length, 4);
      for (int i = 0; i < fds.length; i++) {
        list.set(JAVA_INT, (long) POLLFD_SIZE * i, fds[i]);
        list.set(JAVA_SHORT, (long) POLLFD_SIZE * i + 4, POLLIN);
      }
      call(
          "poll",
          "",
          (arena, state) ->
              (int) Libc.POLL.invokeExact(state, list, (long) fds.length, timeoutMillis));
      for (int i = 0; i < fds.length; i++) {
        if (list.get(JAVA_SHORT, (long) POLLFD_SIZE * i + 6) != 0) {
          return fds[i];
        }
      }
      return -1;
    }
  }

  public static String shown(byte[] name) {
    return new String(name, StandardCharsets.UTF_8);
  }

  /** One call of the C library; what is negative is an error, told by errno. */
  public interface Body {
    long invoke(Arena arena, MemorySegment state) throws Throwable;
  }

  public static long call(String name, String path, Body body) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = arena.allocate(Libc.CALL_STATE);
      while (true) {
        long answer = body.invoke(arena, state);
        if (answer >= 0) {
          return answer;
        }
        int errno = Libc.errno(state);
        if (errno != Errno.EINTR) {
          throw new LinuxException(errno, name, path);
        }
      }
    } catch (Throwable thrown) {
      throw unexpected(thrown);
    }
  }

  private static RuntimeException unexpected(Throwable thrown) {
    if (thrown instanceof RuntimeException runtime) {
      return runtime;
    }
    if (thrown instanceof Error error) {
      throw error;
    }
    return new IllegalStateException("a native call threw a checked exception", thrown);
  }

  public static MemorySegment text(SegmentAllocator arena, byte[] text) {
    MemorySegment copy = arena.allocate(text.length + 1L);
    MemorySegment.copy(text, 0, copy, JAVA_BYTE, 0, text.length);
    return copy;
  }
}
