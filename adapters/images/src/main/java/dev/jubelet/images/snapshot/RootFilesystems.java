package dev.jubelet.images.snapshot;

import dev.jubelet.images.content.Digest;
import dev.jubelet.images.unpack.LayerMerge;
import dev.jubelet.images.unpack.OwnerMap;
import dev.jubelet.linux.file.AtomicFile;
import dev.jubelet.linux.file.BuildDirectory;
import dev.jubelet.linux.file.OpenDirectory;
import dev.jubelet.linux.file.SafeTree;
import dev.jubelet.linux.kernel.EntryFacts;
import dev.jubelet.linux.kernel.Errno;
import dev.jubelet.linux.kernel.LinuxException;
import dev.jubelet.linux.mount.DetachedMount;
import dev.jubelet.linux.mount.MountTable;
import dev.jubelet.linux.mount.Mounts;
import dev.jubelet.linux.mount.OverlayMount;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Writable roots, one for each container: the image's layers with a directory of the container's
 * own on top, by overlayfs, or a copy where there is none.
 *
 * <pre>
 *   KEY/layers   the chain ids, top first
 *   KEY/owners   whose copies of layers it uses, if any
 *   KEY/lower    the layers with other owners, while the root is made
 *   KEY/upper    what the container wrote
 *   KEY/work     overlayfs's own
 *   KEY/root     the root itself
 * </pre>
 */
public final class RootFilesystems {
  private static final Pattern KEY = Pattern.compile("[a-zA-Z0-9][a-zA-Z0-9_.-]{0,127}");

  private static final String PROBE = "probe-";

  /** How roots are made. */
  public enum Kind {
    OVERLAY,
    /** The same, but the file system cannot show files as if they were somebody else's. */
    OVERLAY_OF_COPIES,
    COPY
  }

  private final Path directory;
  private final Snapshots snapshots;
  private final MappedLayers copies;
  private final Kind kind;
  private final AtomicReference<Kind> forOwners;
  private final Object using = new Object();

  public RootFilesystems(Path directory, Snapshots snapshots, Kind kind) throws IOException {
    this.directory =
        Files.createDirectories(
            directory,
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    this.snapshots = snapshots;
    this.copies = new MappedLayers(directory.resolveSibling("mapped"), snapshots);
    this.kind = kind;
    this.forOwners = new AtomicReference<>(kind);
  }

  /** What the file system of a directory can do: it is tried. */
  public static Kind kindAt(Path directory) throws IOException {
    removeProbes(Files.createDirectories(directory));
    Path probe = directory.resolve(PROBE + UUID.randomUUID());
    try (OpenDirectory top = OpenDirectory.at(directory);
        OpenDirectory made = top.makeChild(probe.getFileName().toString(), 0700)) {
      for (String name : List.of("lower", "upper", "work", "root")) {
        made.makeChild(name, 0700).close();
      }
      OverlayMount.writable(
          List.of(probe.resolve("lower")),
          probe.resolve("upper"),
          probe.resolve("work"),
          probe.resolve("root"));
      Mounts.unmount(probe.resolve("root"));
      return Kind.OVERLAY;
    } catch (LinuxException refused) {
      // A full disk tells nothing, and those who start now must free it. Nearly every disk can do
      // it; on one that cannot, no root is made until the next start.
      boolean full = refused.errno() == Errno.ENOSPC || refused.errno() == Errno.EDQUOT;
      return full ? Kind.OVERLAY : Kind.COPY;
    } finally {
      SafeTree.remove(directory, directory.relativize(probe));
    }
  }

  /** What is left of trying when the process dies meanwhile. */
  private static void removeProbes(Path directory) throws IOException {
    try (DirectoryStream<Path> probes = Files.newDirectoryStream(directory, PROBE + "*")) {
      for (Path probe : probes) {
        unmount(probe);
        SafeTree.remove(directory, directory.relativize(probe));
      }
    } catch (LinuxException refused) {
      throw new IOException("cannot clear " + directory + ": " + refused.getMessage(), refused);
    }
  }

  /**
   * Makes a root, or finds the one that was made.
   *
   * @param chains of all layers, top first
   * @param owners the pod's own users, if it has some
   */
  public Path prepare(String key, List<Digest> chains, Optional<RootOwners> owners)
      throws IOException {
    Path place = place(key);
    try {
      Files.createDirectories(place);
      // Not forced to the disk: after a power cut nobody runs in a root.
      AtomicFile.replace(
          place.resolve("layers"), String.join("\n", chains.stream().map(Digest::hex).toList()));
      if (kind == Kind.COPY) {
        return copy(place, chains, owners.map(RootOwners::map).orElse(OwnerMap.NONE));
      }
      Path root = Files.createDirectories(place.resolve("root"));
      // Without an upper one nothing was mounted yet; and to read the table takes long on a full
      // node.
      if (!Files.exists(place.resolve("upper")) || !MountTable.read().isMountPoint(root)) {
        if (owners.isPresent()) {
          overlay(place, chains, owners.get());
        } else {
          overlay(place, snapshots.places(chains));
        }
      }
      return root;
    } catch (LinuxException refused) {
      throw new IOException(
          "cannot make the root of " + key + ": " + refused.getMessage(), refused);
    }
  }

  private void overlay(Path place, List<Digest> chains, RootOwners owners) throws IOException {
    if (forOwners.get() == Kind.OVERLAY) {
      try {
        shown(place, chains, owners);
        return;
      } catch (LinuxException refused) {
        // From a kernel or a file system that cannot do it; it will not learn.
        if (!Set.of(Errno.EINVAL, Errno.ENOSYS, Errno.EOPNOTSUPP).contains(refused.errno())) {
          throw refused;
        }
        forOwners.set(Kind.OVERLAY_OF_COPIES);
      }
    }
    synchronized (using) {
      AtomicFile.write(place.resolve("owners"), owners.name(), "rw-------");
    }
    overlay(place, copies.places(chains, owners));
  }

  /** overlayfs keeps what it was given: nobody needs a place for it afterwards. */
  private void shown(Path place, List<Digest> chains, RootOwners owners) throws IOException {
    Path lower = Files.createDirectories(place.resolve("lower"));
    unmount(lower);
    try (DetachedMount all = DetachedMount.of(snapshots.directory(), false)) {
      all.mapped(owners.namespace()).unshared().attach(lower);
    }
    try {
      List<Path> lowers = new ArrayList<>();
      snapshots
          .places(chains)
          .forEach(layer -> lowers.add(lower.resolve(snapshots.directory().relativize(layer))));
      overlay(place, lowers);
    } finally {
      Mounts.unmountLazily(lower);
    }
    Files.delete(lower);
  }

  private void overlay(Path place, List<Path> layers) throws IOException {
    List<Path> lowers = new ArrayList<>(layers);
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
    OverlayMount.writable(
        lowers, upper, Files.createDirectories(place.resolve("work")), place.resolve("root"));
  }

  private static void likeTop(Path top, Path fresh) {
    try (BuildDirectory from = BuildDirectory.at(top);
        BuildDirectory to = BuildDirectory.at(fresh)) {
      EntryFacts facts = from.facts();
      to.setOwner(facts.file().user(), facts.file().group());
      to.setMode(facts.file().permissions());
    }
  }

  private Path copy(Path place, List<Digest> chains, OwnerMap owners) throws IOException {
    Path root = place.resolve("root");
    if (Files.exists(root)) {
      return root;
    }
    SafeTree.remove(place, Path.of("root.new"));
    Path fresh = Files.createDirectory(place.resolve("root.new"));
    for (Path layer : snapshots.places(chains.reversed())) {
      LayerMerge.apply(layer, fresh, owners);
    }
    Files.move(fresh, root, StandardCopyOption.ATOMIC_MOVE);
    return root;
  }

  /** Takes a root away with all that was written to it; it may be gone already. */
  public void release(String key) throws IOException {
    Path place = place(key);
    try {
      boolean usedCopies = Files.exists(place.resolve("owners"));
      unmount(place);
      SafeTree.remove(directory, Path.of(key));
      if (usedCopies) {
        dropCopies();
        copies.sweep();
      }
    } catch (LinuxException refused) {
      throw new IOException(
          "cannot remove the root of " + key + ": " + refused.getMessage(), refused);
    }
  }

  private void dropCopies() throws IOException {
    synchronized (using) {
      Set<String> used = new TreeSet<>();
      for (String key : keys()) {
        try {
          used.add(Files.readString(place(key).resolve("owners")));
        } catch (NoSuchFileException none) {
          // It has the layers themselves.
        }
      }
      copies.keepOnly(used);
    }
  }

  /** After a power cut nobody knows whether copies are whole, and no root is mounted. */
  public void forgetCopies() throws IOException {
    copies.keepOnly(Set.of());
    copies.sweep();
  }

  /** A layer goes, and with it what was made of it: its files with {@link #sweep}. */
  public void forget(Digest chain) throws IOException {
    copies.forget(chain);
  }

  /** Removes the files of copies that were forgotten. */
  public void sweep() throws IOException {
    copies.sweep();
  }

  private static void unmount(Path place) {
    for (MountTable.Mount mount : MountTable.read().beneath(place)) {
      try {
        Mounts.unmount(mount);
      } catch (LinuxException refused) {
        refused.throwUnless(Errno.EINVAL, Errno.ENOENT);
      }
    }
  }

  /** Where the difference to the image is; all of it where roots are copies. */
  public Path writableLayer(String key) {
    return place(key).resolve(kind == Kind.COPY ? "root" : "upper");
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

  /**
   * The layers that roots are made of, which therefore stay. A power cut may have spoiled a list:
   * nobody runs in its root, and what it does not name may go.
   */
  public Set<Digest> used() throws IOException {
    Set<Digest> used = new TreeSet<>();
    for (String key : keys()) {
      try {
        Path list = place(key).resolve("layers");
        for (String line : Files.readAllLines(list, StandardCharsets.ISO_8859_1)) {
          if (Digest.isHex(line)) {
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
