package dev.jubelet.linux.file;

import dev.jubelet.linux.kernel.Errno;
import dev.jubelet.linux.kernel.FileFacts;
import dev.jubelet.linux.kernel.Kernel;
import dev.jubelet.linux.kernel.LinuxException;
import java.nio.file.Path;

/**
 * Gives an extended attribute to a file, or to a directory and everything in it. Follows no link,
 * which gets the attribute itself, and crosses no mount.
 */
public final class TreeAttribute {
  private static final int DEPTH_MAX = 512;

  private final String key;
  private final byte[] value;

  private TreeAttribute(String key, byte[] value) {
    this.key = key;
    this.value = value;
  }

  /**
   * The top goes last, so that a walk that was cut short does not look finished.
   *
   * @param path absolute, and not the root
   * @throws LinuxException EOPNOTSUPP where the file system has no such attributes
   */
  public static void give(Path path, String key, byte[] value) {
    Path parent = path.getParent();
    if (parent == null) {
      throw new IllegalArgumentException("not on " + path);
    }
    TreeAttribute walk = new TreeAttribute(key, value);
    byte[] name = Kernel.bytes(path.getFileName().toString());
    try (OpenDirectory holder = OpenDirectory.at(parent)) {
      if (holder.facts(name).filter(FileFacts::directory).isPresent()) {
        // It may be a mount of its own, which only those beneath it must not be.
        try (OpenDirectory top = OpenDirectory.at(path)) {
          DeepStack.run(() -> walk.inside(top, 0));
        }
      }
      Kernel.setXattr(holder.fd(), name, key, value);
    }
  }

  private void inside(OpenDirectory directory, int depth) {
    directory.scan(entry -> {
      one(directory, entry, depth);
      return true;
    });
  }

  private void one(OpenDirectory holder, OpenDirectory.Entry entry, int depth) {
    try {
      if (holder.facts(entry.name()).filter(FileFacts::directory).isPresent()) {
        if (depth >= DEPTH_MAX) {
          throw new LinuxException(Errno.ENAMETOOLONG, "set attributes beneath", entry.toString());
        }
        try (OpenDirectory directory = holder.child(entry.name())) {
          inside(directory, depth + 1);
        }
      }
      Kernel.setXattr(holder.fd(), entry.name(), key, value);
    } catch (LinuxException refused) {
      // Another mount, or replaced meanwhile by the pod that uses it.
      refused.throwUnless(Errno.EXDEV, Errno.ENOENT, Errno.ELOOP, Errno.ENOTDIR);
    }
  }
}
