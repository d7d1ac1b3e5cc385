package dev.jubelet.linux.kernel;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.function.ToLongFunction;

/**
 * System calls, one method each, with errors as {@link LinuxException}. Names are bytes as the
 * kernel has them: a pod may call its files whatever it likes, UTF-8 or not. A name is never
 * followed when it is a link, unless a method says so.
 */
public final class Kernel {
  public static final int AT_FDCWD = -100;
  public static final int AT_EMPTY_PATH = 0x1000;
  public static final int AT_REMOVEDIR = 0x200;
  public static final int AT_SYMLINK_NOFOLLOW = 0x100;

  public static final int O_DIRECTORY = SystemCall.ARM64 ? 0x4000 : 0x10000;
  public static final int O_NOFOLLOW = SystemCall.ARM64 ? 0x8000 : 0x20000;
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
  public static final short POLLOUT = 4;

  private static final int STATX_BASIC_STATS = 0x7ff;
  private static final int STATX_SIZE = 256;
  private static final int LINK_MAX = 4096;
  private static final int XATTR_SIZE_MAX = 64 * 1024;
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

  public static String shown(byte[] name) {
    return new String(name, StandardCharsets.UTF_8);
  }

  public static void mount(String source, String target, String type, long flags, String data) {
    SystemCall.MOUNT.call(
        "mount", target, bytes(source), bytes(target), bytes(type), flags, bytes(data));
  }

  public static void umount2(String target, int flags) {
    SystemCall.UMOUNT2.call("umount", target, bytes(target), flags);
  }

  /** Writes all of it in one call, as the kernel's control files want it. */
  public static void write(int fd, byte[] content, String shown) {
    String what = "write \"" + shown(content) + "\" to";
    SystemCall.WRITE.call(what, shown, fd, content, content.length);
  }

  /** Writes bytes that no message shows; answers how much went out. */
  public static int write(int fd, MemorySegment bytes, String shown) {
    return (int) SystemCall.WRITE.call("write", shown, fd, bytes, bytes.byteSize());
  }

  /** Opens a path, through links unless the flags say otherwise. */
  public static int open(Path path, long flags) {
    return openat2(AT_FDCWD, bytes(path.toString()), flags, 0);
  }

  public static int openat2(int directory, byte[] path, long flags, long resolve) {
    return openat2(directory, path, flags, 0, resolve);
  }

  /**
   * Programs that we start do not get the descriptor.
   *
   * @param mode of a file that is made, less the umask; 0 when none is
   */
  public static int openat2(int directory, byte[] path, long flags, long mode, long resolve) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment how = arena.allocateFrom(JAVA_LONG, flags | O_CLOEXEC, mode, resolve);
      return (int)
          SystemCall.OPENAT2.call("open", shown(path), directory, path, how, how.byteSize());
    }
  }

  public static void unlinkat(int directory, byte[] name, int flags) {
    String what = flags == AT_REMOVEDIR ? "rmdir" : "unlink";
    SystemCall.UNLINKAT.call(what, shown(name), directory, name, flags);
  }

  public static void renameat(int fromDirectory, byte[] from, int toDirectory, byte[] to) {
    SystemCall.RENAMEAT.call("rename", shown(from), fromDirectory, from, toDirectory, to);
  }

  public static void mkdirat(int directory, byte[] name, int mode) {
    SystemCall.MKDIRAT.call("mkdir", shown(name), directory, name, mode);
  }

  /** Another name for an entry; for a link itself, not for what it leads to. */
  public static void linkat(int fromDirectory, byte[] from, int toDirectory, byte[] to) {
    SystemCall.LINKAT.call("link", shown(to), fromDirectory, from, toDirectory, to, 0);
  }

  public static void symlinkat(byte[] target, int directory, byte[] name) {
    SystemCall.SYMLINKAT.call("symlink", shown(name), target, directory, name);
  }

  public static byte[] readlinkat(int directory, byte[] name) {
    return filled(
        LINK_MAX,
        buffer ->
            SystemCall.READLINKAT.call(
                "readlink", shown(name), directory, name, buffer, buffer.byteSize()));
  }

  /** What a call put into a buffer; it answers how much. */
  static byte[] filled(int sizeMax, ToLongFunction<MemorySegment> call) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment buffer = arena.allocate(sizeMax, 8);
      return buffer.asSlice(0, call.applyAsLong(buffer)).toArray(JAVA_BYTE);
    }
  }

  /**
   * @param mode type and permissions, less the umask
   */
  public static void mknodat(int directory, byte[] name, int mode, int major, int minor) {
    // makedev(3): twelve bits of the major number below twelve of the minor's higher ones.
    long device =
        ((major & 0xffff_f000L) << 32)
            | ((major & 0xfffL) << 8)
            | ((minor & 0xffff_ff00L) << 12)
            | (minor & 0xffL);
    if (device >>> 32 != 0) {
      // The kernel would take the lower half of it.
      throw new LinuxException(Errno.EINVAL, "mknod", shown(name));
    }
    SystemCall.MKNODAT.call("mknod", shown(name), directory, name, mode, device);
  }

  /** An entry of a directory, or with an empty name and AT_EMPTY_PATH what is open itself. */
  public static EntryFacts statx(int directory, byte[] name, int flags) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment buffer = arena.allocate(STATX_SIZE, 8);
      SystemCall.STATX.call("stat", shown(name), directory, name, flags, STATX_BASIC_STATS, buffer);
      return EntryFacts.decoded(buffer);
    }
  }

  /** What is open itself. */
  public static EntryFacts fstat(int fd) {
    return statx(fd, new byte[0], AT_EMPTY_PATH);
  }

  /** Changes the mode of what is open, also when it is open as a place only (O_PATH). */
  public static void chmodOpen(int fd, int mode, String shown) {
    SystemCall.FCHMODAT.call("chmod", shown, AT_FDCWD, bytes(descriptorPath(fd)), mode);
  }

  /** A path that leads to what is open, wherever it was moved. */
  public static String descriptorPath(int fd) {
    return "/proc/self/fd/" + fd;
  }

  public static void fchmod(int fd, int mode, String shown) {
    SystemCall.FCHMOD.call("chmod", shown, fd, mode);
  }

  /** Changes owner and group of an open file; -1 leaves one as it is. */
  public static void fchown(int fd, int user, int group, String shown) {
    SystemCall.FCHOWNAT.call("chown", shown, fd, new byte[0], user, group, AT_EMPTY_PATH);
  }

  public static void lchownat(int directory, byte[] name, int user, int group) {
    SystemCall.FCHOWNAT.call(
        "chown", shown(name), directory, name, user, group, AT_SYMLINK_NOFOLLOW);
  }

  /** Sets access and modification time. */
  public static void utimensat(int directory, byte[] name, long seconds, int nanos) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment times = arena.allocateFrom(JAVA_LONG, seconds, nanos, seconds, nanos);
      SystemCall.UTIMENSAT.call(
          "set the time of", shown(name), directory, name, times, AT_SYMLINK_NOFOLLOW);
    }
  }

  public static void setXattr(int directory, byte[] name, String key, byte[] value) {
    String what = "set attribute " + key + " of";
    byte[] path = inDirectory(directory, name);
    SystemCall.LSETXATTR.call(what, shown(name), path, bytes(key), value, value.length, 0);
  }

  public static byte[] xattr(int directory, byte[] name, String key) {
    String what = "read attribute " + key + " of";
    byte[] path = inDirectory(directory, name);
    return filled(
        XATTR_SIZE_MAX,
        buffer ->
            SystemCall.LGETXATTR.call(
                what, shown(name), path, bytes(key), buffer, buffer.byteSize()));
  }

  /** Names of attributes, each ended by a NUL. */
  public static byte[] xattrs(int directory, byte[] name) {
    byte[] path = inDirectory(directory, name);
    return filled(
        XATTR_SIZE_MAX,
        buffer ->
            SystemCall.LLISTXATTR.call(
                "list attributes of", shown(name), path, buffer, buffer.byteSize()));
  }

  /**
   * The way to an entry through its directory's descriptor: one step, the last, is not followed.
   */
  private static byte[] inDirectory(int directory, byte[] name) {
    byte[] head = bytes(descriptorPath(directory) + "/");
    byte[] path = new byte[head.length + name.length];
    System.arraycopy(head, 0, path, 0, head.length);
    System.arraycopy(name, 0, path, head.length, name.length);
    return path;
  }

  /** Makes everything on the file system of an open file durable. */
  public static void syncfs(int fd, String shown) {
    SystemCall.SYNCFS.call("sync", shown, fd);
  }

  public static void kill(int pid, int signal) {
    SystemCall.KILL.call("kill", "process " + pid, pid, signal);
  }

  public static void close(int fd) {
    // Linux: the descriptor is gone whatever close answers, so it is neither retried nor judged.
    SystemCall.CLOSE.callOnce(fd);
  }

  public static long read(int fd, MemorySegment buffer) {
    return SystemCall.READ.call("read", "", fd, buffer, buffer.byteSize());
  }

  /** The next entries of an open directory, in the kernel's format; 0 bytes at its end. */
  public static long getdents64(int fd, MemorySegment buffer) {
    return SystemCall.GETDENTS64.call("read directory", "", fd, buffer, buffer.byteSize());
  }

  public static int eventfd() {
    return (int) SystemCall.EVENTFD2.call("eventfd", "", 0, EFD_CLOEXEC | EFD_NONBLOCK);
  }

  public static void signalEvent(int eventfd) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment one = arena.allocateFrom(JAVA_LONG, 1);
      SystemCall.WRITE.call("write to eventfd", "", eventfd, one, one.byteSize());
    }
  }

  public static int inotifyInit(int flags) {
    return (int) SystemCall.INOTIFY_INIT1.call("inotify_init1", "", flags);
  }

  public static int inotifyAddWatch(int fd, String path, int mask) {
    return (int) SystemCall.INOTIFY_ADD_WATCH.call("watch", path, fd, bytes(path), mask);
  }

  /** Blocks until one of the descriptors is readable; answers which, or -1 after the time. */
  public static int pollReadable(int timeoutMillis, int... fds) {
    return poll(POLLIN, timeoutMillis, fds);
  }

  /**
   * Blocks until one of the descriptors is ready; answers which, or -1 after the time.
   *
   * @param events of the first; of all others it is whether they are readable
   * @param timeoutMillis negative for no end
   */
  static int poll(short events, int timeoutMillis, int... fds) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment list = arena.allocate((long) POLLFD_SIZE * fds.length, 4);
      for (int i = 0; i < fds.length; i++) {
        list.set(JAVA_INT, (long) POLLFD_SIZE * i, fds[i]);
        list.set(JAVA_SHORT, (long) POLLFD_SIZE * i + 4, i == 0 ? events : POLLIN);
      }
      MemorySegment time =
          timeoutMillis < 0
              ? MemorySegment.NULL
              : arena.allocateFrom(
                  JAVA_LONG, timeoutMillis / 1000, timeoutMillis % 1000 * 1_000_000L);
      SystemCall.PPOLL.call("poll", "", list, fds.length, time, MemorySegment.NULL);
      for (int i = 0; i < fds.length; i++) {
        if (list.get(JAVA_SHORT, (long) POLLFD_SIZE * i + 6) != 0) {
          return fds[i];
        }
      }
      return -1;
    }
  }
}
