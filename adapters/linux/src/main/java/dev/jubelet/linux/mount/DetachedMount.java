package dev.jubelet.linux.mount;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.jubelet.linux.kernel.Kernel;
import dev.jubelet.linux.kernel.Libc;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;

/**
 * A copy of what is mounted somewhere, which has no place yet and goes away unless it gets one.
 * Only such a copy can be told to show other owners than its file system has.
 */
public final class DetachedMount implements AutoCloseable {
  // The same numbers on all architectures.
  private static final long SYS_OPEN_TREE = 428;
  private static final long SYS_MOVE_MOUNT = 429;
  private static final long SYS_MOUNT_SETATTR = 442;

  private static final int OPEN_TREE_CLONE = 0x1;
  private static final int AT_RECURSIVE = 0x8000;
  private static final int MOVE_MOUNT_F_EMPTY_PATH = 0x4;
  private static final long MOUNT_ATTR_IDMAP = 0x100000;
  private static final long MS_PRIVATE = 0x40000;

  private final int fd;
  private final String shown;

  private DetachedMount(int fd, String shown) {
    this.fd = fd;
    this.shown = shown;
  }

  /**
   * @param source a file or directory; a link is followed
   * @param recursive whether mounts beneath it come along
   */
  public static DetachedMount of(Path source, boolean recursive) {
    int flags = OPEN_TREE_CLONE | Kernel.O_CLOEXEC | (recursive ? AT_RECURSIVE : 0);
    int fd =
        (int)
            Kernel.call(
                "copy the mount of",
                source.toString(),
                (arena, state) ->
                    (long)
                        Libc.SYSCALL_FD_PATH_FLAGS.invokeExact(
                            state,
                            SYS_OPEN_TREE,
                            Kernel.AT_FDCWD,
                            Kernel.text(arena, Kernel.bytes(source.toString())),
                            flags));
    return new DetachedMount(fd, source.toString());
  }

  /**
   * Shows what belongs to user n as if it were of the user that n is called outside of a namespace
   * of users. Mounts beneath it stay as they are. EINVAL for a file system that cannot do so.
   *
   * @param users a namespace, pinned or of a process
   */
  public DetachedMount mapped(Path users) {
    int namespace =
        Kernel.openat2(
            Kernel.AT_FDCWD,
            Kernel.bytes(users.toString()),
            (long) Kernel.O_RDONLY | Kernel.O_CLOEXEC,
            0);
    try {
      set("map the owners of", MOUNT_ATTR_IDMAP, 0, namespace, 0);
    } finally {
      Kernel.close(namespace);
    }
    return this;
  }

  /** What is mounted beneath it is seen here only, and what is mounted elsewhere is not. */
  public DetachedMount unshared() {
    set("make private", 0, MS_PRIVATE, 0, AT_RECURSIVE);
    return this;
  }

  // struct mount_attr: what is set, what is cleared, propagation, namespace of users.
  private void set(String what, long attributes, long propagation, int namespace, int flags) {
    Kernel.call(
        what,
        shown,
        (arena, state) -> {
          MemorySegment wanted = arena.allocate(JAVA_LONG, 4);
          wanted.setAtIndex(JAVA_LONG, 0, attributes);
          wanted.setAtIndex(JAVA_LONG, 2, propagation);
          wanted.setAtIndex(JAVA_LONG, 3, namespace);
          return (long)
              Libc.SYSCALL_MOUNT_SETATTR.invokeExact(
                  state,
                  SYS_MOUNT_SETATTR,
                  fd,
                  Kernel.text(arena, new byte[0]),
                  Kernel.AT_EMPTY_PATH | flags,
                  wanted,
                  wanted.byteSize());
        });
  }

  /** Gives it a place: a directory for a directory, a file for anything else. */
  public void attach(Path target) {
    Kernel.call(
        "mount",
        target.toString(),
        (arena, state) ->
            (long)
                Libc.SYSCALL_MOVE_MOUNT.invokeExact(
                    state,
                    SYS_MOVE_MOUNT,
                    fd,
                    Kernel.text(arena, new byte[0]),
                    Kernel.AT_FDCWD,
                    Kernel.text(arena, Kernel.bytes(target.toString())),
                    MOVE_MOUNT_F_EMPTY_PATH));
  }

  @Override
  public void close() {
    Kernel.close(fd);
  }
}
