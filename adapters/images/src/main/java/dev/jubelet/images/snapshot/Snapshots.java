package dev.jubelet.images.snapshot;

import dev.jubelet.images.content.Digest;
import dev.jubelet.images.unpack.ImageAllowance;
import dev.jubelet.images.unpack.LayerSettling;
import dev.jubelet.images.unpack.LayerUnpacker;
import dev.jubelet.linux.file.AtomicFile;
import dev.jubelet.linux.file.BuildDirectory;
import dev.jubelet.linux.file.SafeTree;
import dev.jubelet.linux.kernel.LinuxException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * Unpacked layers on disk, by chain: {@code HEX/fs}. A layer is unpacked at a place of its own and
 * gets its name only once it is whole and verified. Whoever refers to layers makes them durable
 * before, all at once; after a power cut only those count that somebody refers to.
 */
public final class Snapshots {
  private static final String NEW = "new-";
  private static final String GONE = "gone-";
  private static final String BOOT = ".boot";
  private static final Path BOOT_ID = Path.of("/proc/sys/kernel/random/boot_id");

  private final Path directory;

  /** Removes what an earlier life left half done. */
  public Snapshots(Path directory) throws IOException {
    this.directory =
        Files.createDirectories(
            directory,
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    AtomicFile.sweep(directory);
    for (String name : names()) {
      if (name.startsWith(NEW)) {
        remove(name);
      }
    }
    sweep();
  }

  /** A layer's place while it is being unpacked; closed before it is committed, it is removed. */
  public final class Room implements AutoCloseable {
    private final String name = NEW + UUID.randomUUID();

    private Room() throws IOException {
      Path fs = fs(Files.createDirectory(directory.resolve(name)));
      Files.createDirectory(fs);
      Files.setPosixFilePermissions(fs, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    public Path directory() {
      return fs(directory.resolve(name));
    }

    /**
     * Makes it a layer.
     *
     * @param lowers chains of the layers below, the nearest first
     */
    public void commit(
        Digest chain, LayerUnpacker.Unpacked layer, List<Digest> lowers, ImageAllowance image)
        throws IOException {
      LayerSettling.settle(directory(), layer.open(), places(lowers), image);
      if (!has(chain)) {
        Files.move(
            directory.resolve(name),
            directory.resolve(chain.hex()),
            StandardCopyOption.ATOMIC_MOVE);
        AtomicFile.syncDirectory(directory);
      }
    }

    @Override
    public void close() throws IOException {
      remove(name);
    }
  }

  /** Makes all layers durable. */
  public void sync() throws IOException {
    try (BuildDirectory top = BuildDirectory.at(directory)) {
      top.syncFileSystem();
    } catch (LinuxException refused) {
      throw new IOException(refused.getMessage(), refused);
    }
  }

  /** Whether this machine was not started again since the layers were made. */
  public boolean ofThisBoot() throws IOException {
    Path file = directory.resolve(BOOT);
    return Files.exists(file) && Files.readString(file).equals(Files.readString(BOOT_ID));
  }

  /** From now on what is here counts until the machine is started again. */
  public void markBoot() throws IOException {
    AtomicFile.write(directory.resolve(BOOT), Files.readString(BOOT_ID), "rw-------");
  }

  public Room room() throws IOException {
    return new Room();
  }

  public boolean has(Digest chain) {
    return Files.isDirectory(place(chain));
  }

  /** Where a layer is when it is there. */
  public Path place(Digest chain) {
    return fs(directory.resolve(chain.hex()));
  }

  /** Where all of them are. */
  Path directory() {
    return directory;
  }

  public List<Path> places(List<Digest> chains) {
    return chains.stream().map(this::place).toList();
  }

  private static Path fs(Path snapshot) {
    return snapshot.resolve("fs");
  }

  /** What else is there, such as a {@code lost+found}, is somebody else's and left alone. */
  public Set<Digest> all() throws IOException {
    Set<Digest> found = new TreeSet<>();
    for (String name : names()) {
      if (Digest.isHex(name)) {
        found.add(new Digest(name));
      }
    }
    return found;
  }

  /**
   * Takes its name, so that nobody finds half of it. Its files, of which there may be millions, go
   * with {@link #sweep}, for which nobody has to wait.
   */
  public void delete(Digest chain) throws IOException {
    if (Files.exists(directory.resolve(chain.hex()))) {
      Files.move(
          directory.resolve(chain.hex()),
          directory.resolve(GONE + UUID.randomUUID()),
          StandardCopyOption.ATOMIC_MOVE);
    }
  }

  /** Removes the files of layers that were deleted; several threads may do so at once. */
  public void sweep() throws IOException {
    for (String name : names()) {
      if (name.startsWith(GONE)) {
        remove(name);
      }
    }
  }

  private void remove(String name) throws IOException {
    try {
      SafeTree.remove(directory, Path.of(name));
    } catch (LinuxException refused) {
      throw new IOException("cannot remove " + directory.resolve(name), refused);
    }
  }

  private List<String> names() throws IOException {
    List<String> names = new ArrayList<>();
    try (Stream<Path> files = Files.list(directory)) {
      files
          .map(file -> file.getFileName().toString())
          .filter(name -> !name.startsWith("."))
          .forEach(names::add);
    }
    return names;
  }
}
