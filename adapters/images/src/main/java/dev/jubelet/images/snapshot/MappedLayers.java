package dev.jubelet.images.snapshot;

import dev.jubelet.images.content.Digest;
import dev.jubelet.images.unpack.LayerMerge;
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
import java.util.UUID;
import java.util.stream.Stream;

/**
 * Copies of layers whose files belong to users of pods, for file systems that cannot only show them
 * so: {@code NAME/HEX/fs}, shared by all roots with the same users.
 */
final class MappedLayers {
  private static final String NEW = "new-";
  private static final String GONE = "gone-";

  private final Path directory;
  private final Snapshots snapshots;

  /** Removes what an earlier life left half done. */
  MappedLayers(Path directory, Snapshots snapshots) throws IOException {
    this.directory =
        Files.createDirectories(
            directory,
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    this.snapshots = snapshots;
    for (String name : names()) {
      if (name.startsWith(NEW)) {
        remove(name);
      }
    }
    sweep();
  }

  /** Makes what is missing. */
  List<Path> places(List<Digest> chains, RootOwners owners) throws IOException {
    List<Path> places = new ArrayList<>();
    Path shared = Files.createDirectories(directory.resolve(owners.name()));
    for (Digest chain : chains) {
      Path copy = shared.resolve(chain.hex());
      if (!Files.exists(copy)) {
        make(snapshots.place(chain), copy, owners);
      }
      places.add(copy.resolve("fs"));
    }
    return places;
  }

  private void make(Path layer, Path copy, RootOwners owners) throws IOException {
    String name = NEW + UUID.randomUUID();
    Path fresh = Files.createDirectory(directory.resolve(name));
    try {
      LayerMerge.copy(layer, Files.createDirectory(fresh.resolve("fs")), owners.map());
      Files.move(fresh, copy, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException failed) {
      // Somebody else may have been first.
      if (!Files.exists(copy)) {
        throw failed;
      }
    } finally {
      remove(name);
    }
  }

  /** Those of a layer that goes. */
  void forget(Digest chain) throws IOException {
    for (String name : names()) {
      Path copy = directory.resolve(name).resolve(chain.hex());
      if (isOwners(name) && Files.exists(copy)) {
        take(copy);
      }
    }
  }

  /** Those for users that no root has any more. */
  void keepOnly(Set<String> used) throws IOException {
    for (String name : names()) {
      if (isOwners(name) && !used.contains(name)) {
        take(directory.resolve(name));
      }
    }
  }

  private static boolean isOwners(String name) {
    return !name.startsWith(NEW) && !name.startsWith(GONE);
  }

  /** Takes its name, so that nobody finds half of it; its files go with {@link #sweep}. */
  private void take(Path tree) throws IOException {
    Files.move(tree, directory.resolve(GONE + UUID.randomUUID()), StandardCopyOption.ATOMIC_MOVE);
  }

  /** Removes the files of copies that were taken; several threads may do so at once. */
  void sweep() throws IOException {
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
    try (Stream<Path> files = Files.list(directory)) {
      return files.map(file -> file.getFileName().toString()).toList();
    }
  }
}
