package dev.jubelet.linux.mount;

import dev.jubelet.linux.kernel.Errno;
import dev.jubelet.linux.kernel.Kernel;
import dev.jubelet.linux.kernel.LinuxException;
import java.nio.file.Path;
import java.util.List;

/** Makes and removes mounts. Errors are {@link LinuxException}. */
public final class Mounts {
  private static final long MS_RDONLY = 0x1;
  private static final long MS_NOSUID = 0x2;
  private static final long MS_NODEV = 0x4;
  private static final long MS_NOEXEC = 0x8;
  private static final long MS_REMOUNT = 0x20;
  private static final long MS_NOATIME = 0x400;
  private static final long MS_NODIRATIME = 0x800;
  private static final long MS_BIND = 0x1000;
  private static final long MS_REC = 0x4000;
  private static final long MS_RELATIME = 0x200000;
  private static final int MNT_DETACH = 0x2;
  private static final int UMOUNT_NOFOLLOW = 0x8;

  /** How mounts and unmounts spread between copies of a mount, see mount_namespaces(7). */
  public enum Propagation {
    UNBINDABLE(0x20000),
    PRIVATE(0x40000),
    SLAVE(0x80000),
    SHARED(0x100000);

    private final long flag;

    Propagation(long flag) {
      this.flag = flag;
    }
  }

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

  /** Makes one mount read-only and leaves its other flags, which a remount would clear. */
  public static void remountReadOnly(Path target) {
    MountTable.Mount mount =
        MountTable.read()
            .at(target)
            .orElseThrow(() -> new LinuxException(Errno.EINVAL, "remount", target.toString()));
    long kept = MS_BIND | MS_REMOUNT | MS_RDONLY;
    for (String option : mount.options()) {
      kept |= flag(option);
    }
    Kernel.mount("", target.toString(), "", kept, "");
  }

  public static void propagation(Path target, Propagation propagation, boolean recursive) {
    Kernel.mount("", target.toString(), "", propagation.flag | (recursive ? MS_REC : 0), "");
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

  private static long flag(String option) {
    return switch (option) {
      case "nosuid" -> MS_NOSUID;
      case "nodev" -> MS_NODEV;
      case "noexec" -> MS_NOEXEC;
      case "noatime" -> MS_NOATIME;
      case "nodiratime" -> MS_NODIRATIME;
      case "relatime" -> MS_RELATIME;
      default -> 0;
    };
  }
}
