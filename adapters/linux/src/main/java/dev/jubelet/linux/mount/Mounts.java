package dev.jubelet.linux.mount;

import dev.jubelet.linux.kernel.Errno;
import dev.jubelet.linux.kernel.Kernel;
import dev.jubelet.linux.kernel.LinuxException;
import java.nio.file.Path;
import java.util.List;

/** Makes and removes mounts. Errors are {@link LinuxException}. */
public final class Mounts {
  private static final long MS_BIND = 0x1000;
  private static final long MS_REC = 0x4000;
  private static final int MNT_DETACH = 0x2;
  private static final int UMOUNT_NOFOLLOW = 0x8;

  private Mounts() {}

  /** A new file system of a type that needs no device, such as tmpfs or hugetlbfs. */
  public static void fileSystem(String type, Path target, List<String> options) {
    Kernel.mount(type, target.toString(), type, 0, String.join(",", options));
  }

  public static void tmpfs(Path target, List<String> options) {
    fileSystem("tmpfs", target, options);
  }

  public static void bind(Path source, Path target, boolean recursive) {
    Kernel.mount(source.toString(), target.toString(), "", MS_BIND | (recursive ? MS_REC : 0), "");
  }

  /** Fails with EBUSY while somebody uses it. Never follows a link. */
  public static void unmount(Path target) {
    Kernel.umount2(target.toString(), UMOUNT_NOFOLLOW);
  }

  public static void unmount(MountTable.Mount mount) {
    Kernel.umount2(mount.point(), UMOUNT_NOFOLLOW);
  }

  /** Takes it out of sight at once; the kernel lets go of it when nobody uses it any more. */
  public static void unmountLazily(Path target) {
    Kernel.umount2(target.toString(), UMOUNT_NOFOLLOW | MNT_DETACH);
  }

  /** The same for what may be mounted, or be there at all, no longer or not yet. */
  public static void unmountIfMounted(Path target) {
    try {
      unmountLazily(target);
    } catch (LinuxException refused) {
      refused.throwUnless(Errno.EINVAL, Errno.ENOENT);
    }
  }

  /** Unmounts all at or below a directory; what is still in use goes away with its last user. */
  public static void unmountBeneath(Path directory) {
    for (MountTable.Mount mount : MountTable.read().beneath(directory)) {
      try {
        unmount(mount);
      } catch (LinuxException inUse) {
        detach(mount);
      }
    }
  }

  private static void detach(MountTable.Mount mount) {
    try {
      Kernel.umount2(mount.point(), UMOUNT_NOFOLLOW | MNT_DETACH);
    } catch (LinuxException gone) {
      // It went with another; if not, whoever removes the directory will say so.
      return;
    }
  }
}
