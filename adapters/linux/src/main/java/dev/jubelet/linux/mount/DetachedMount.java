package dev.jubelet.linux.mount;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.jubelet.linux.kernel.Kernel;
import dev.jubelet.linux.kernel.OpenFile;
import dev.jubelet.linux.kernel.SystemCall;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;

/**
 * A copy of what is mounted somewhere, which has no place yet and goes away unless it gets one.
 * Only such a copy can be told to show other owners than its file system has.
 */
public final class DetachedMount extends OpenFile {
  private static final int OPEN_TREE_CLONE = 0x1;
  private static final int AT_RECURSIVE = 0x8000;
  private static final int MOVE_MOUNT_F_EMPTY_PATH = 0x4;
  private static final long MOUNT_ATTR_IDMAP = 0x100000;
  private static final long MS_PRIVATE = 0x40000;

  private DetachedMount(int fd, String shown) {
    super(fd, shown);
  }

  /**
   * @param source a file or directory; a link is followed
   * @param recursive whether mounts beneath it come along
   */
  public static DetachedMount of(Path source, boolean recursive) {
    int flags = OPEN_TREE_CLONE | Kernel.O_CLOEXEC | (recursive ? AT_RECURSIVE : 0);
    String path = source.toString();
    long fd =
        SystemCall.OPEN_TREE.call(
            "copy the mount of", path, Kernel.AT_FDCWD, Kernel.bytes(path), flags);
    return new DetachedMount((int) fd, path);
  }

  /**
   * Shows what belongs to user n as if it were of the user that n is called outside of a namespace
   * of users. Mounts beneath it stay as they are. EINVAL for a file system that cannot do so.
   *
   * @param users a namespace, pinned or of a process
   */
  public DetachedMount mapped(Path users) {
    try (OpenFile namespace = OpenFile.open(users, Kernel.O_RDONLY)) {
      set("map the owners of", MOUNT_ATTR_IDMAP, 0, namespace.fd(), 0);
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
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment wanted = arena.allocateFrom(JAVA_LONG, attributes, 0, propagation, namespace);
      SystemCall.MOUNT_SETATTR.call(
          what,
          toString(),
          fd(),
          new byte[0],
          Kernel.AT_EMPTY_PATH | flags,
          wanted,
          wanted.byteSize());
    }
  }

  /** Gives it a place: a directory for a directory, a file for anything else. */
  public void attach(Path target) {
    SystemCall.MOVE_MOUNT.call(
        "mount",
        target.toString(),
        fd(),
        new byte[0],
        Kernel.AT_FDCWD,
        Kernel.bytes(target.toString()),
        MOVE_MOUNT_F_EMPTY_PATH);
  }
}
