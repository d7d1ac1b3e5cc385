package dev.jubelet.runtime.container;

import dev.jubelet.linux.file.OpenDirectory;
import dev.jubelet.linux.file.SafeTree;
import dev.jubelet.linux.kernel.Errno;
import dev.jubelet.linux.kernel.LinuxException;
import dev.jubelet.linux.mount.DetachedMount;
import dev.jubelet.linux.mount.Mounts;
import dev.jubelet.model.container.MountPropagationMode;
import dev.jubelet.model.runtime.config.MountSpec;
import dev.jubelet.model.runtime.config.MountSpecBuilder;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import dev.jubelet.runtime.inventory.PodIdMappings;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What the node hands to a container of a pod with users of its own: root and mounts, where nobody
 * but these users gets to, and with owners that are mapped. OCI runtimes bind from there, some of
 * them as one of these users; nobody needs it once the container has begun.
 *
 * <pre>
 *   BUNDLE/in/root   its root
 *   BUNDLE/in/N      its mounts
 * </pre>
 */
final class UserNamespaceMounts {
  private static final String PLACE = "in";
  private static final int ENTRY = 0710;

  private final Path place;
  private final PodIdMappings users;
  private final Path namespace;

  private UserNamespaceMounts(Path place, PodIdMappings users, Path namespace) {
    this.place = place;
    this.users = users;
    this.namespace = namespace;
  }

  /** An empty one, whatever an earlier attempt left. */
  static UserNamespaceMounts begin(Path bundle, PodIdMappings users, Path namespace)
      throws IOException {
    clear(bundle);
    try (OpenDirectory directory = OpenDirectory.at(bundle);
        OpenDirectory made = directory.makeChild(PLACE, ENTRY)) {
      made.chgrp(users.rootGroup());
    }
    return new UserNamespaceMounts(bundle.resolve(PLACE), users, namespace);
  }

  Path root(Path root) throws IOException {
    return handed("root", root, false, MountPropagationMode.NONE);
  }

  List<MountSpec> mounts(List<MountSpec> mounts) throws IOException {
    List<MountSpec> handed = new ArrayList<>();
    for (MountSpec mount : mounts) {
      handed.add(
          MountSpecBuilder.builder(mount)
              .hostPath(mount(mount, Integer.toString(handed.size())).toString())
              .idMappings(List.of())
              .build());
    }
    return handed;
  }

  private Path mount(MountSpec mount, String name) throws IOException {
    boolean mapped = !mount.idMappings().isEmpty();
    if (mapped && !users.isMappedLike(mount.idMappings())) {
      throw new OutsideFailure(
          FailureKind.BAD_SPEC,
          "mount at \"" + mount.containerPath() + "\": its owners are not mapped as the pod's are");
    }
    try {
      return handed(name, Path.of(mount.hostPath()), mapped, mount.propagation());
    } catch (LinuxException refused) {
      if (mapped && refused.errno() == Errno.EINVAL) {
        throw new OutsideFailure(
            FailureKind.INTERNAL,
            "mount at \""
                + mount.containerPath()
                + "\": the file system of "
                + mount.hostPath()
                + " cannot show its files as if they were the pod's own",
            refused);
      }
      throw refused;
    }
  }

  private Path handed(String name, Path source, boolean mapped, MountPropagationMode propagation)
      throws IOException {
    Path target = place.resolve(name);
    try (DetachedMount copy = DetachedMount.of(source, true)) {
      if (propagation == MountPropagationMode.NONE) {
        copy.unshared();
      }
      if (mapped) {
        copy.mapped(namespace);
      }
      if (Files.isDirectory(source)) {
        Files.createDirectory(target);
      } else {
        Files.createFile(target);
      }
      copy.attach(target);
    }
    return target;
  }

  /**
   * Takes back what was handed. The places stay: runc goes to the one of the root before each exec,
   * whatever is there.
   */
  static void takeBack(Path bundle) throws IOException {
    Path place = bundle.resolve(PLACE);
    if (!Files.isDirectory(place)) {
      return;
    }
    try (DirectoryStream<Path> handed = Files.newDirectoryStream(place)) {
      handed.forEach(Mounts::unmountIfMounted);
    }
  }

  /** Takes all of it away; there may be nothing. */
  static void clear(Path bundle) throws IOException {
    takeBack(bundle);
    if (Files.isDirectory(bundle)) {
      SafeTree.remove(bundle, Path.of(PLACE));
    }
  }
}
