package dev.jubelet.images.unpack;

import dev.jubelet.images.content.Digest;
import dev.jubelet.linux.file.BuildDirectory;
import dev.jubelet.linux.file.NewFile;
import dev.jubelet.linux.kernel.EntryFacts;
import dev.jubelet.linux.kernel.LinuxException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Unpacks one layer into an empty directory in the form that overlayfs takes: what the layer
 * removes is a whiteout device, and a directory that hides the one below has an attribute. The
 * layers below need not be there: what depends on them is left open, see {@link OpenPoints}.
 *
 * <p>OCI image specification, layers: a whiteout hides what is below, never what the same layer
 * brings, in whatever order the two come.
 */
public final class LayerUnpacker {
  private static final String WHITEOUT = ".wh.";
  private static final String OPAQUE = ".wh..wh..opq";
  private static final String OF_AUFS = ".wh..wh.";
  private static final byte[] YES = "y".getBytes(StandardCharsets.US_ASCII);
  private static final int BUFFER = 64 * 1024;
  private static final int LINK_MAX = 4095;

  private final TarReader archive;
  private final DirectoryStack stack;
  private final OpenPoints open;
  private final ImageAllowance image;
  private final BuildDirectory root;
  private final LayerLimits limits;
  private final byte[] buffer = new byte[BUFFER];
  private long entries;
  private long bytes;

  /**
   * @param diffId what the archive hashes to after decompression
   * @param bytes in its files
   */
  public record Unpacked(Digest diffId, long bytes, long entries, OpenPoints open) {}

  private LayerUnpacker(TarReader archive, BuildDirectory root, ImageAllowance image) {
    this.archive = archive;
    this.root = root;
    this.image = image;
    this.limits = image.limits();
    this.open = new OpenPoints(image);
    this.stack = new DirectoryStack(root.again(), open);
  }

  /**
   * Unpacks a blob; it is read to its end, and what it is compressed with is seen from it.
   *
   * @param directory there and empty
   * @param image what it may still have, with its other layers
   * @throws LayerException when the layer is refused; what was made until then is still there
   */
  public static Unpacked unpack(InputStream blob, Path directory, ImageAllowance image)
      throws IOException {
    try (LayerStream stream = new LayerStream(blob, image.limits(), directory);
        BuildDirectory root = BuildDirectory.at(directory)) {
      LayerUnpacker unpacker = new LayerUnpacker(new TarReader(stream), root, image);
      try (DirectoryStack _ = unpacker.stack) {
        unpacker.unpackAll();
      }
      stream.drain();
      return new Unpacked(stream.digest(), unpacker.bytes, unpacker.entries, unpacker.open);
    } catch (LinuxException refused) {
      throw LayerException.of("the layer cannot be unpacked", refused);
    }
  }

  private void unpackAll() throws IOException {
    for (Optional<TarEntry> next = archive.next(); next.isPresent(); next = archive.next()) {
      if (++entries > limits.entries()) {
        throw new LayerException("the layer has more than " + limits.entries() + " entries");
      }
      image.takeEntry();
      unpack(next.get());
    }
  }

  private void unpack(TarEntry entry) throws IOException {
    BytePath path = BytePath.parse(entry.path(), limits.depth());
    if (path.root()) {
      if (entry.type() != TarEntry.Type.DIRECTORY) {
        throw new LayerException(BytePath.shown(entry.path()) + " is not the name of an entry");
      }
      EntryAttributes.ofRoot(entry, root);
      open.removeRoot();
      stack.root().times(entry.seconds(), entry.nanos());
      return;
    }
    for (String parent : path.parents()) {
      if (parent.startsWith(WHITEOUT)) {
        throw new LayerException("the way to " + path + " leads through a whiteout");
      }
    }
    DirectoryStack.Level level = stack.enter(path.parents());
    if (path.last().startsWith(WHITEOUT)) {
      whiteOut(level, path);
    } else {
      make(level.directory(), entry, path);
    }
  }

  private static void whiteOut(DirectoryStack.Level level, BytePath path) throws LayerException {
    if (path.last().equals(OPAQUE)) {
      level.makeOpaque();
      return;
    }
    if (path.last().startsWith(OF_AUFS)) {
      // aufs kept its own things under such names; they say nothing about the layer.
      return;
    }
    String hidden = path.last().substring(WHITEOUT.length());
    if (hidden.isEmpty() || hidden.equals(".") || hidden.equals("..")) {
      throw new LayerException(path + " is a whiteout without a file name");
    }
    byte[] name = BytePath.bytes(hidden);
    Optional<EntryFacts> there = level.directory().facts(name);
    if (there.isEmpty()) {
      level.directory().makeWhiteout(name);
    } else if (there.get().file().directory()) {
      level.directory().setXattr(name, DirectoryStack.OPAQUE, YES);
    }
  }

  private void make(BuildDirectory directory, TarEntry entry, BytePath path) throws IOException {
    byte[] name = BytePath.bytes(path.last());
    boolean isDirectory = entry.type() == TarEntry.Type.DIRECTORY;
    Optional<EntryFacts> there = directory.facts(name);
    boolean merged = isDirectory && there.isPresent() && there.get().file().directory();
    open.removeLink(path);
    if (there.isPresent() && !merged && !linkToItself(entry, path)) {
      directory.remove(name);
    }
    switch (entry.type()) {
      case DIRECTORY -> {
        open.removeDirectory(path);
        if (!merged) {
          directory.makeDirectory(name);
        }
      }
      case FILE -> {
        writeFile(directory, name, entry);
        return;
      }
      case LINK -> makeLink(directory, name, entry, path);
      case HARD_LINK -> {
        hardLink(directory, name, entry, path);
        return;
      }
      case CHARACTER_DEVICE -> {
        if (entry.major() == 0 && entry.minor() == 0) {
          throw new LayerException(path + " is the device 0:0, which would hide what is below");
        }
        directory.makeNode(
            name, BuildDirectory.NodeType.CHARACTER_DEVICE, entry.major(), entry.minor());
      }
      case BLOCK_DEVICE ->
          directory.makeNode(
              name, BuildDirectory.NodeType.BLOCK_DEVICE, entry.major(), entry.minor());
      case PIPE -> directory.makeNode(name, BuildDirectory.NodeType.PIPE, 0, 0);
    }
    if (isDirectory && there.isPresent() && !merged) {
      // Something else of that name came before and hid what is below.
      directory.setXattr(name, DirectoryStack.OPAQUE, YES);
    }
    EntryAttributes.of(entry, directory, name);
  }

  private void writeFile(BuildDirectory directory, byte[] name, TarEntry entry) throws IOException {
    try (NewFile file = directory.makeFile(name)) {
      for (int read = archive.read(buffer, 0, buffer.length);
          read > 0;
          read = archive.read(buffer, 0, buffer.length)) {
        image.takeBytes(read);
        file.write(buffer, 0, read);
        bytes += read;
      }
      file.chown(entry.user(), entry.group());
      // After the owner, whose change takes set-user-id away.
      file.chmod(entry.mode());
    }
    EntryAttributes.xattrs(entry, directory, name);
    directory.times(name, entry.seconds(), entry.nanos());
  }

  private static void makeLink(BuildDirectory directory, byte[] name, TarEntry entry, BytePath path)
      throws LayerException {
    if (entry.link().isEmpty() || entry.link().length() > LINK_MAX) {
      throw new LayerException(
          path + " is a link to a path of " + entry.link().length() + " bytes");
    }
    directory.makeLink(BytePath.bytes(entry.link()), name);
  }

  private boolean linkToItself(TarEntry entry, BytePath path) throws LayerException {
    return entry.type() == TarEntry.Type.HARD_LINK
        && BytePath.parse(entry.link(), limits.depth()).equals(path);
  }

  /** The file has its attributes already: those of this entry would be given to all its names. */
  private void hardLink(BuildDirectory directory, byte[] name, TarEntry entry, BytePath path)
      throws LayerException {
    BytePath target = BytePath.parse(entry.link(), limits.depth());
    if (target.root() || target.equals(path)) {
      throw new LayerException(path + " is a hard link to " + target);
    }
    try (DirectoryDescent walk = DirectoryDescent.to(root, target.parents())) {
      Optional<EntryFacts> facts = walk.facts(target.last());
      if (facts.isEmpty() || facts.get().whiteout()) {
        open.addLink(path, target);
        return;
      }
      if (facts.get().file().directory()) {
        throw new LayerException(path + " is a hard link to the directory " + target);
      }
      directory.hardLink(walk.directory(), BytePath.bytes(target.last()), name);
    }
  }
}
