package dev.jubelet.linux.kernel;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * System calls that make entries of a directory and give them attributes, beside those of {@link
 * Kernel}. A name is always one component of an open directory, and never followed when it is a
 * link.
 */
public final class EntryCalls {
  private static final int STATX_SIZE = 256;
  private static final int XATTR_SIZE_MAX = 64 * 1024;

  private EntryCalls() {}

  /** Another name for an entry; for a link itself, not for what it leads to. */
  public static void linkat(int fromDirectory, byte[] from, int toDirectory, byte[] to) {
    Kernel.call(
        "link",
        Kernel.shown(to),
        (arena, state) ->
            (int)
                Libc.LINKAT.invokeExact(
                    state,
                    fromDirectory,
                    Kernel.text(arena, from),
                    toDirectory,
                    Kernel.text(arena, to),
                    0));
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
    Kernel.call(
        "mknod",
        Kernel.shown(name),
        (arena, state) ->
            (int)
                Libc.MKNODAT.invokeExact(state, directory, Kernel.text(arena, name), mode, device));
  }

  /** Sets access and modification time. */
  public static void utimensat(int directory, byte[] name, long seconds, int nanos) {
    Kernel.call(
        "set the time of",
        Kernel.shown(name),
        (arena, state) -> {
          MemorySegment times = arena.allocate(JAVA_LONG, 4);
          times.setAtIndex(JAVA_LONG, 0, seconds);
          times.setAtIndex(JAVA_LONG, 1, nanos);
          times.setAtIndex(JAVA_LONG, 2, seconds);
          times.setAtIndex(JAVA_LONG, 3, nanos);
          return (int)
              Libc.UTIMENSAT.invokeExact(
                  state, directory, Kernel.text(arena, name), times, Kernel.AT_SYMLINK_NOFOLLOW);
        });
  }

  public static void setXattr(int directory, byte[] name, String key, byte[] value) {
    Kernel.call(
        "set attribute " + key + " of",
        Kernel.shown(name),
        (arena, state) ->
            (int)
                Libc.LSETXATTR.invokeExact(
                    state,
                    Kernel.text(arena, inDirectory(directory, name)),
                    Kernel.text(arena, Kernel.bytes(key)),
                    Kernel.text(arena, value),
                    (long) value.length,
                    0));
  }

  public static byte[] xattr(int directory, byte[] name, String key) {
    try (Arena outer = Arena.ofConfined()) {
      MemorySegment buffer = outer.allocate(XATTR_SIZE_MAX);
      long size =
          Kernel.call(
              "read attribute " + key + " of",
              Kernel.shown(name),
              (arena, state) ->
                  (long)
                      Libc.LGETXATTR.invokeExact(
                          state,
                          Kernel.text(arena, inDirectory(directory, name)),
                          Kernel.text(arena, Kernel.bytes(key)),
                          buffer,
                          buffer.byteSize()));
      return buffer.asSlice(0, size).toArray(JAVA_BYTE);
    }
  }

  /** Names of attributes, each ended by a NUL. */
  public static byte[] xattrs(int directory, byte[] name) {
    try (Arena outer = Arena.ofConfined()) {
      MemorySegment buffer = outer.allocate(XATTR_SIZE_MAX);
      long size =
          Kernel.call(
              "list attributes of",
              Kernel.shown(name),
              (arena, state) ->
                  (long)
                      Libc.LLISTXATTR.invokeExact(
                          state,
                          Kernel.text(arena, inDirectory(directory, name)),
                          buffer,
                          buffer.byteSize()));
      return buffer.asSlice(0, size).toArray(JAVA_BYTE);
    }
  }

  /**
   * The way to an entry through its directory's descriptor: one step, the last, is not followed.
   */
  private static byte[] inDirectory(int directory, byte[] name) {
    byte[] head = Kernel.bytes(Kernel.descriptorPath(directory) + "/");
    byte[] path = new byte[head.length + name.length];
    System.arraycopy(head, 0, path, 0, head.length);
    System.arraycopy(name, 0, path, head.length, name.length);
    return path;
  }

  public static EntryFacts facts(int directory, byte[] name, int flags) {
    try (Arena outer = Arena.ofConfined()) {
      MemorySegment buffer = outer.allocate(STATX_SIZE, 8);
      Kernel.statx(directory, name, flags, buffer);
      // struct statx: mtime 112 and 120, rdev 128 and 132.
      return new EntryFacts(
          FileFacts.decoded(buffer),
          buffer.get(JAVA_LONG, 112),
          buffer.get(JAVA_INT, 120),
          buffer.get(JAVA_INT, 128),
          buffer.get(JAVA_INT, 132));
    }
  }

  public static long write(int fd, MemorySegment bytes, String shown) {
    return Kernel.call(
        "write",
        shown,
        (arena, state) -> (long) Libc.WRITE.invokeExact(state, fd, bytes, bytes.byteSize()));
  }

  /** Makes everything on the file system of an open file durable. */
  public static void syncfs(int fd, String shown) {
    Kernel.call("sync", shown, (arena, state) -> (int) Libc.SYNCFS.invokeExact(state, fd));
  }
}
