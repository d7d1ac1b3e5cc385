package dev.jubelet.volumes.pod;

import dev.jubelet.linux.file.OpenDirectory;
import dev.jubelet.linux.kernel.LinuxException;
import dev.jubelet.model.pod.PodName;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;

/**
 * Where the files of pods are: the layout of the kubelet, which a runtime, log collectors and
 * people know.
 */
public final class PodPaths {
  public static final int PRIVATE = 0750;
  public static final String VOLUMES = "volumes";
  public static final String VOLUME_SUBPATHS = "volume-subpaths";
  private static final int NAME_BYTES_MAX = 255;

  private final Path root;
  private final Path podLogs;
  private final Path containerLogs;

  private PodPaths(Path root, Path podLogs, Path containerLogs) {
    this.root = root;
    this.podLogs = podLogs;
    this.containerLogs = containerLogs;
  }

  /**
   * Makes the three directories where they are missing.
   *
   * @param root such as {@code /var/lib/kubelet}
   * @param podLogs such as {@code /var/log/pods}
   * @param containerLogs such as {@code /var/log/containers}
   */
  public static PodPaths open(Path root, Path podLogs, Path containerLogs) {
    try {
      // The mount table knows real paths only, and the root may well be reached by a link.
      Path realRoot = made(root, "rwxr-x---").toRealPath();
      made(realRoot.resolve("pods"), "rwxr-x---");
      return new PodPaths(
          realRoot,
          made(podLogs, "rwxr-x---").toAbsolutePath(),
          made(containerLogs, "rwxr-xr-x").toAbsolutePath());
    } catch (IOException refused) {
      throw new UncheckedIOException("cannot make the node's directories", refused);
    }
  }

  private static Path made(Path directory, String permissions) throws IOException {
    if (!Files.isDirectory(directory)) {
      Files.createDirectories(directory);
      Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString(permissions));
    }
    return directory;
  }

  public Path root() {
    return root;
  }

  public Path pods() {
    return root.resolve("pods");
  }

  public Path pod(PodUid uid) {
    return pods().resolve(checked(uid.value()));
  }

  public Path volumes(PodUid uid) {
    return pod(uid).resolve(VOLUMES);
  }

  /** Where the kubelet binds parts of volumes for {@code subPath}. */
  public Path volumeSubpaths(PodUid uid) {
    return pod(uid).resolve(VOLUME_SUBPATHS);
  }

  public Path podLogs() {
    return podLogs;
  }

  public Path podLogs(PodName name, PodUid uid) {
    return podLogs.resolve(
        checked(
            checked(name.namespace()) + "_" + checked(name.name()) + "_" + checked(uid.value())));
  }

  public Path containerLogs() {
    return containerLogs;
  }

  /**
   * Makes a chain of directories below one that exists, following no link, and leaves the mode of
   * those that are there. The caller closes the last one.
   */
  public static OpenDirectory make(Path existing, List<String> names, int mode) {
    OpenDirectory current = OpenDirectory.at(existing);
    for (String name : names) {
      try (OpenDirectory parent = current) {
        current = parent.makeChild(checked(name), mode);
      }
    }
    return current;
  }

  static void makeOrFail(String what, Path existing, List<String> names, int mode) {
    try {
      make(existing, names, mode).close();
    } catch (LinuxException refused) {
      throw refused.asFailure(what);
    }
  }

  /** One name of a path, from a manifest: it must not lead elsewhere. */
  public static String checked(String name) {
    boolean usable =
        !name.isEmpty()
            && !name.equals(".")
            && !name.equals("..")
            && name.indexOf('/') < 0
            && name.indexOf('\0') < 0
            && name.getBytes(StandardCharsets.UTF_8).length <= NAME_BYTES_MAX;
    if (!usable) {
      throw new OutsideFailure(
          FailureKind.BAD_SPEC, "not usable as the name of a file: \"" + name + "\"");
    }
    return name;
  }
}
