package dev.jubelet.images.snapshot;

import dev.jubelet.images.content.Digest;
import dev.jubelet.images.unpack.LayerMerge;
import dev.jubelet.linux.AtomicFile;
import dev.jubelet.linux.BuildDirectory;
import dev.jubelet.linux.EntryFacts;
import dev.jubelet.linux.Errno;
import dev.jubelet.linux.LinuxException;
import dev.jubelet.linux.MountTable;
import dev.jubelet.linux.Mounts;
import dev.jubelet.linux.OverlayMount;
import dev.jubelet.linux.SafeTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Writable roots, one for each container: the image's layers with a directory of the container's
 * own on top, by overlayfs, or a copy where there is none.
 *
 * <pre>
 *   KEY/layers   the chain ids, top first
 *   KEY/upper    what the container wrote
 *   KEY/work     overlayfs's own
 *   KEY/root     the root itself
 * </pre>
 */
public final class RootFilesystems {
  private static final Pattern KEY = Pattern.compile("[a-zA-Z0-9][a-zA-Z0-9_.-]{0,127}");

  /** How roots are made. */
  public enum Kind {
    OVERLAY,
    COPY
  }

  private final Path directory;
  private final Snapshots snapshots;
  private final Kind kind;

  public RootFilesystems(Path directory, Snapshots snapshots, Kind kind) throws IOException {
    this.directory =
        Files.createDirectories(
            directory,
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    this.snapshots = snapshots;
    this.kind = kind;
  }

  /** What the file system of a directory can do: it is tried. */
  public static Kind kindAt(Path directory) throws IOException {
    Path probe = Files.createTempDirectory(Files.createDirectories(directory), "probe-");
    try {
      List<Path> made = new ArrayList<>();
      for (String name : List.of("lower", "upper", "work", "root")) {
        made.add(Files.createDirectory(probe.resolve(name)));
      }
      OverlayMount.writable(List.of(made.get(0)), made.get(1), made.get(2), made.get(3));
      Mounts.unmount(made.get(3));
      return Kind.OVERLAY;
    } catch (LinuxException refused) {
      return Kind.COPY;
    } finally {
      SafeTree.remove(directory, directory.relativize(probe));
    }
  }

  /**
   * Makes a root, or finds the one that was made.
   *
   * @param chains of all layers, top first
   */
  public Path prepare(String key, List<Digest> chains) throws IOException {
    Path place = place(key);
    try {
      Files.createDirectories(place);
      AtomicFile.write(
          place.resolve("layers"),
          String.join("\n", chains.stream().map(Digest::hex).toList()),
          "rw-------");
      return switch (kind) {
        case OVERLAY -> overlay(place, chains);
        case COPY -> copy(place, chains);
      };
    } catch (LinuxException refused) {
      throw new IOException(
          "cannot make the root of " + key + ": " + refused.getMessage(), refused);
    }
  }

  private Path overlay(Path place, List<Digest> chains) throws IOException {
    Path root = Files.createDirectories(place.resolve("root"));
    if (MountTable.read().isMountPoint(root)) {
      return root;
    }
    List<Path> lowers = new ArrayList<>(snapshots.places(chains));
    Path upper = place.resolve("upper");
    if (lowers.isEmpty()) {
      lowers.add(Files.createDirectories(place.resolve("empty")));
    }
    if (!Files.exists(upper)) {
      // The top directory of the mount looks as the upper one does.
      Path fresh = Files.createDirectories(place.resolve("upper.new"));
      likeTop(lowers.getFirst(), fresh);
      Files.move(fresh, upper, StandardCopyOption.ATOMIC_MOVE);
    }
    OverlayMount.writable(lowers, upper, Files.createDirectories(place.resolve("work")), root);
    return root;
  }

  private static void likeTop(Path top, Path fresh) {
    try (BuildDirectory from = BuildDirectory.at(top);
        BuildDirectory to = BuildDirectory.at(fresh)) {
      EntryFacts facts = from.facts();
      to.setOwner(facts.file().user(), facts.file().group());
      to.setMode(facts.file().permissions());
    }
  }

  private Path copy(Path place, List<Digest> chains) throws IOException {
    Path root = place.resolve("root");
    if (Files.exists(root)) {
      return root;
    }
    SafeTree.remove(place, Path.of("root.new"));
    Path fresh = Files.createDirectory(place.resolve("root.new"));
    for (Path layer : snapshots.places(chains.reversed())) {
      LayerMerge.apply(layer, fresh);
    }
    Files.move(fresh, root, StandardCopyOption.ATOMIC_MOVE);
    return root;
  }

  /** Takes a root away with all that was written to it; it may be gone already. */
  public void release(String key) throws IOException {
    Path place = place(key);
    try {
      unmount(place.resolve("root"));
      SafeTree.remove(directory, Path.of(key));
    } catch (LinuxException refused) {
      throw new IOException(
          "cannot remove the root of " + key + ": " + refused.getMessage(), refused);
    }
  }

  private static void unmount(Path root) {
    for (MountTable.Mount mount : MountTable.read().beneath(root)) {
      try {
        Mounts.unmount(mount);
      } catch (LinuxException refused) {
        if (refused.errno() != Errno.EINVAL && refused.errno() != Errno.ENOENT) {
          throw refused;
        }
      }
    }
  }

  /** Where the difference to the image is; all of it where roots are copies. */
  public Path writableLayer(String key) {
    return place(key).resolve(kind == Kind.OVERLAY ? "upper" : "root");
  }

  public List<String> keys() throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> KEY.matcher(name).matches())
          .sorted()
          .toList();
    }
  }

  /** The layers that roots are made of, which therefore stay. */
  public Set<Digest> used() throws IOException {
    Set<Digest> used = new TreeSet<>();
    for (String key : keys()) {
      try {
        for (String line : Files.readAllLines(place(key).resolve("layers"))) {
          if (!line.isEmpty()) {
            used.add(new Digest(line));
          }
        }
      } catch (NoSuchFileException begun) {
        // Nothing was made of any layer yet.
      }
    }
    return used;
  }

  private Path place(String key) {
    if (!KEY.matcher(key).matches()) {
      throw new IllegalArgumentException("\"" + key + "\" cannot be the name of a root");
    }
    return directory.resolve(key);
  }
}
