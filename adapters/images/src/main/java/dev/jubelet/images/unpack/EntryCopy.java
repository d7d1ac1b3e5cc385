package dev.jubelet.images.unpack;

import dev.jubelet.linux.file.BuildDirectory;
import dev.jubelet.linux.file.NewFile;
import dev.jubelet.linux.file.ReadOnlyFile;
import dev.jubelet.linux.kernel.EntryFacts;
import dev.jubelet.linux.kernel.Errno;
import dev.jubelet.linux.kernel.FileFacts;
import dev.jubelet.linux.kernel.LinuxException;

/** Copies single entries between trees, each with all that belongs to it. */
final class EntryCopy {
  private static final int BUFFER = 64 * 1024;
  private static final int TYPE = 0170000;

  private EntryCopy() {}

  /** Copies anything but what is in a directory. */
  static void copy(
      BuildDirectory from,
      byte[] name,
      EntryFacts facts,
      BuildDirectory to,
      byte[] newName,
      OwnerMap owners) {
    FileFacts file = facts.file();
    if (file.directory()) {
      to.makeDirectory(newName);
    } else if (file.link()) {
      to.makeLink(from.linkTarget(name), newName);
    } else if (file.regular()) {
      copyContent(from, name, to, newName);
    } else {
      to.makeNode(newName, node(file.mode() & TYPE), facts.major(), facts.minor());
    }
    attributes(from, name, facts, to, newName, owners);
  }

  private static BuildDirectory.NodeType node(int type) {
    return switch (type) {
      case 0010000 -> BuildDirectory.NodeType.PIPE;
      case 0020000 -> BuildDirectory.NodeType.CHARACTER_DEVICE;
      case 0060000 -> BuildDirectory.NodeType.BLOCK_DEVICE;
      default -> throw new IllegalStateException("no layer has a file of type " + type);
    };
  }

  private static void copyContent(
      BuildDirectory from, byte[] name, BuildDirectory to, byte[] newName) {
    ReadOnlyFile old =
        from.openFile(name)
            .orElseThrow(() ->
                new LinuxException(Errno.ENOENT, "copy", BytePath.shown(BytePath.text(name))));
    try (old;
        NewFile file = to.makeFile(newName)) {
      byte[] buffer = new byte[BUFFER];
      for (int read = old.read(buffer); read > 0; read = old.read(buffer)) {
        file.write(buffer, 0, read);
      }
    }
  }

  /** Gives an entry owner, mode, attributes and time of another. */
  static void attributes(
      BuildDirectory from,
      byte[] name,
      EntryFacts facts,
      BuildDirectory to,
      byte[] newName,
      OwnerMap owners) {
    FileFacts file = facts.file();
    // Before mode and attributes: it takes set-user-id and capabilities away.
    to.chown(newName, owners.user(file.user()), owners.group(file.group()));
    if (!file.link()) {
      to.chmod(newName, file.permissions());
    }
    for (String key : from.xattrs(name)) {
      if (EntryAttributes.allowed(key)) {
        from.xattr(name, key)
            .ifPresent(value -> to.setXattr(newName, key, owners.attribute(key, value)));
      }
    }
    to.times(newName, facts.seconds(), facts.nanos());
  }
}
