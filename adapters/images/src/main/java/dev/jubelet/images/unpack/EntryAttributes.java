package dev.jubelet.images.unpack;

import dev.jubelet.linux.file.BuildDirectory;
import dev.jubelet.linux.kernel.Errno;
import dev.jubelet.linux.kernel.LinuxException;
import java.util.Map;

/**
 * Gives entries their owner, mode, extended attributes and time, in the order in which none takes
 * another away.
 */
final class EntryAttributes {
  private static final int XATTRS_MAX = 64;
  private static final int VALUE_MAX = 64 * 1024;
  private static final int KEY_MAX = 255;

  private EntryAttributes() {}

  static void of(TarEntry entry, BuildDirectory directory, byte[] name) throws LayerException {
    directory.chown(name, entry.user(), entry.group());
    if (entry.type() != TarEntry.Type.LINK) {
      directory.chmod(name, entry.mode());
    }
    xattrs(entry, directory, name);
    directory.times(name, entry.seconds(), entry.nanos());
  }

  static void ofRoot(TarEntry entry, BuildDirectory root) throws LayerException {
    check(entry);
    root.setOwner(entry.user(), entry.group());
    root.setMode(entry.mode());
    entry
        .xattrs()
        .forEach((key, value) -> {
          if (allowed(key)) {
            tolerated(() -> root.setOwnXattr(key, BytePath.bytes(value)));
          }
        });
  }

  static void xattrs(TarEntry entry, BuildDirectory directory, byte[] name) throws LayerException {
    check(entry);
    for (Map.Entry<String, String> xattr : entry.xattrs().entrySet()) {
      if (allowed(xattr.getKey())) {
        tolerated(() -> directory.setXattr(name, xattr.getKey(), BytePath.bytes(xattr.getValue())));
      }
    }
  }

  private static void check(TarEntry entry) throws LayerException {
    if (entry.xattrs().size() > XATTRS_MAX) {
      throw new LayerException(
          BytePath.shown(entry.path()) + " has more than " + XATTRS_MAX + " attributes");
    }
    for (Map.Entry<String, String> xattr : entry.xattrs().entrySet()) {
      if (xattr.getKey().length() > KEY_MAX
          || xattr.getKey().indexOf('\0') >= 0
          || xattr.getValue().length() > VALUE_MAX) {
        throw new LayerException(
            BytePath.shown(entry.path()) + " has an attribute that is too large or malformed");
      }
    }
  }

  /**
   * Labels of security modules and what overlayfs keeps for itself are the node's to give; an image
   * that brings them would choose its own rights or hide files of other layers.
   */
  static boolean allowed(String key) {
    return key.equals("security.capability")
        || (key.startsWith("user.") && !key.startsWith("user.overlay."))
        || key.equals("system.posix_acl_access")
        || key.equals("system.posix_acl_default");
  }

  /** A file system without attributes, or one that refuses them on links, is no reason to fail. */
  private static void tolerated(Runnable setting) {
    try {
      setting.run();
    } catch (LinuxException refused) {
      refused.throwUnless(Errno.EOPNOTSUPP, Errno.EPERM);
    }
  }
}
