package dev.jubelet.runtime.inventory;

import dev.jubelet.linux.file.AtomicFile;
import dev.jubelet.linux.file.OpenDirectory;
import dev.jubelet.linux.file.SafeTree;
import dev.jubelet.linux.kernel.LinuxException;
import dev.jubelet.linux.mount.MountTable;
import dev.jubelet.linux.mount.Mounts;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Where things are that do not outlive a reboot. Names are short: a socket's path has 107 bytes.
 *
 * <pre>
 *   boot     the boot that all of it belongs to
 *   apparmor the profile of containers that name none
 *   exits/   conmon writes ID when a container has exited
 *   a/       sockets for attaching
 *   c/ID/    bundles of containers, and of pause processes
 *   p/ID/    namespaces and files of pods
 *   oci/     what OCI runtimes remember, by handler
 *   exec/    what an exec needs while it begins
 * </pre>
 */
public final class RunDirectories {
  private static final Set<PosixFilePermission> PASSAGE =
      PosixFilePermissions.fromString("rwx--x--x");
  private static final Set<PosixFilePermission> OWN = PosixFilePermissions.fromString("rwx------");
  private static final Set<PosixFilePermission> OWN_FILE =
      PosixFilePermissions.fromString("rw-------");

  /** The file of a bundle that OCI runtimes read. */
  public static final String CONFIG = "config.json";

  private static final Set<String> MEMORY = Set.of("tmpfs", "ramfs");
  private static final int FOR_US = 0700;
  private static final int FOR_A_PODS_ROOT = 0710;

  private final Path run;
  private final SelinuxLevels selinuxLevels;

  public RunDirectories(Path run) throws IOException {
    this.run = run;
    this.selinuxLevels = new SelinuxLevels(pods());
    for (Path each : List.of(run, exits(), sockets(), bundles(), pods(), ociStates(), exec())) {
      Files.createDirectories(each);
      // Users of a pod's own must get through to what is mounted from here, but not look around.
      boolean passage = each.equals(run) || each.equals(bundles()) || each.equals(pods());
      Files.setPosixFilePermissions(each, passage ? PASSAGE : OWN);
    }
    AtomicFile.sweep(run);
  }

  /** Takes away what an earlier boot left: nothing of it is mounted, and nobody runs in it. */
  public static void clear(Path run) throws IOException {
    if (!Files.isDirectory(run)) {
      return;
    }
    for (MountTable.Mount mount : MountTable.read().beneath(run)) {
      if (!mount.point().equals(run.toString())) {
        Mounts.unmountLazily(Path.of(mount.point()));
      }
    }
    List<Path> entries = new ArrayList<>();
    try (DirectoryStream<Path> found = Files.newDirectoryStream(run)) {
      found.forEach(entries::add);
    }
    for (Path entry : entries) {
      if (!entry.getFileName().toString().equals("lock")) {
        SafeTree.remove(run, entry.getFileName());
      }
    }
  }

  public Path exits() {
    return run.resolve("exits");
  }

  public Path sockets() {
    return run.resolve("a");
  }

  Path bundles() {
    return run.resolve("c");
  }

  Path pods() {
    return run.resolve("p");
  }

  public Path exec() {
    return run.resolve("exec");
  }

  public Path ociStates() {
    return run.resolve("oci");
  }

  public SelinuxLevels selinuxLevels() {
    return selinuxLevels;
  }

  public Path appArmorProfile() {
    return run.resolve("apparmor");
  }

  public Path bootFile() {
    return run.resolve("boot");
  }

  public Path exit(String id) {
    return exits().resolve(id);
  }

  public Path bundle(String id) {
    return bundles().resolve(id);
  }

  public Path pod(String id) {
    return pods().resolve(id);
  }

  /** The bundle of a container, which may be there already. Variables of containers are secret. */
  public Path makeBundle(String id, Optional<PodIdMappings> users) throws IOException {
    if (!Files.isDirectory(bundle(id), LinkOption.NOFOLLOW_LINKS)) {
      Files.createDirectory(bundle(id), PosixFilePermissions.asFileAttribute(OWN));
    }
    close(bundle(id), users);
    return bundle(id);
  }

  /** The directory of a pod, which is not there yet. */
  public Path makePod(String id, Optional<PodIdMappings> users) throws IOException {
    Files.createDirectory(pod(id), PosixFilePermissions.asFileAttribute(OWN));
    close(pod(id), users);
    return pod(id);
  }

  /** Writes what an OCI runtime reads. */
  public void configure(String id, String config) throws IOException {
    try (SeekableByteChannel file =
        Files.newByteChannel(
            bundle(id).resolve(CONFIG),
            Set.of(
                StandardOpenOption.CREATE,
                StandardOpenOption.WRITE,
                StandardOpenOption.TRUNCATE_EXISTING,
                LinkOption.NOFOLLOW_LINKS),
            PosixFilePermissions.asFileAttribute(OWN_FILE))) {
      ByteBuffer text = ByteBuffer.wrap(config.getBytes(StandardCharsets.UTF_8));
      while (text.hasRemaining()) {
        file.write(text);
      }
    }
  }

  /** Closes to others what an earlier version of ours left open to them. */
  public void close(String id, Optional<PodIdMappings> users) throws IOException {
    for (Path place : List.of(bundle(id), pod(id))) {
      if (Files.isDirectory(place, LinkOption.NOFOLLOW_LINKS)) {
        close(place, users);
      }
    }
    Path config = bundle(id).resolve(CONFIG);
    if (Files.isRegularFile(config, LinkOption.NOFOLLOW_LINKS)) {
      Files.setPosixFilePermissions(config, OWN_FILE);
    }
  }

  /** OCI runtimes go there as the root of a pod with users of its own, and nobody else does. */
  private static void close(Path place, Optional<PodIdMappings> users) {
    try (OpenDirectory directory = OpenDirectory.at(place)) {
      users.ifPresent(own -> directory.chgrp(own.rootGroup()));
      directory.chmod(users.isPresent() ? FOR_A_PODS_ROOT : FOR_US);
    }
  }

  /** Whether what is written here never reaches a disk, unless memory is swapped. */
  public boolean inMemory() throws IOException {
    return MEMORY.contains(Files.getFileStore(bundles()).type());
  }

  /** Takes away all that a container or a pod has here; it may be gone. */
  public void remove(String id) throws IOException {
    for (Path holder : List.of(bundles(), pods())) {
      Path place = holder.resolve(id);
      if (!Files.isDirectory(place)) {
        continue;
      }
      try {
        SafeTree.remove(holder, Path.of(id));
      } catch (LinuxException mounted) {
        Mounts.unmountBeneath(place);
        SafeTree.remove(holder, Path.of(id));
      }
    }
    Files.deleteIfExists(exit(id));
    // A monitor that is killed while it writes leaves the file under the name it has till then.
    try (DirectoryStream<Path> unfinished = Files.newDirectoryStream(exits(), id + ".*")) {
      for (Path each : unfinished) {
        Files.deleteIfExists(each);
      }
    }
  }

  /** Whose remains are here. */
  public List<String> ids() throws IOException {
    List<String> ids = new ArrayList<>();
    for (Path holder : List.of(bundles(), pods(), exits(), sockets())) {
      try (DirectoryStream<Path> found = Files.newDirectoryStream(holder)) {
        found.forEach(each -> ids.add(each.getFileName().toString()));
      }
    }
    return ids.stream().distinct().toList();
  }

  @Override
  public String toString() {
    return run.toString();
  }
}
