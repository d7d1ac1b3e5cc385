package dev.jubelet.runtime.container;

import dev.jubelet.images.ImageStore;
import dev.jubelet.images.StoredImage;
import dev.jubelet.images.snapshot.RootOwners;
import dev.jubelet.linux.file.OpenDirectory;
import dev.jubelet.linux.file.RootedPath;
import dev.jubelet.linux.kernel.LinuxException;
import dev.jubelet.model.container.MountPropagationMode;
import dev.jubelet.model.runtime.config.ContainerConfig;
import dev.jubelet.model.runtime.config.MountSpec;
import dev.jubelet.model.runtime.config.MountSpecBuilder;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import dev.jubelet.runtime.inventory.PodIdMappings;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What is mounted in a container, with paths of the node for all of it. */
final class BundleMounts {
  private final ImageStore images;

  BundleMounts(ImageStore images) {
    this.images = images;
  }

  /** The keys of the roots that {@link #of} makes. */
  static List<String> keys(String id, ContainerConfig config) {
    List<String> keys = new ArrayList<>();
    for (MountSpec mount : config.mounts()) {
      if (!mount.image().isEmpty()) {
        keys.add(id + "-" + keys.size());
      }
    }
    return keys;
  }

  /**
   * @param keys for the images among the mounts, in their order
   * @param owners whose the files of images are, unless they are the node's
   */
  List<MountSpec> of(ContainerConfig config, List<String> keys, Optional<RootOwners> owners)
      throws IOException {
    List<MountSpec> mounts = new ArrayList<>();
    int next = 0;
    for (MountSpec mount : config.mounts()) {
      mounts.add(mount.image().isEmpty() ? mount : imaged(mount, keys.get(next++), owners));
    }
    return mounts;
  }

  private MountSpec imaged(MountSpec mount, String key, Optional<RootOwners> owners)
      throws IOException {
    StoredImage image =
        images
            .status(mount.image())
            .orElseThrow(() ->
                new OutsideFailure(
                    FailureKind.NOT_FOUND,
                    "image " + mount.image() + " for " + mount.containerPath() + " is not here"));
    Path root = images.root(image, key, owners);
    try {
      // A link of the image must not lead to the node's own files.
      Path source = RootedPath.resolve(root, mount.imageSubPath());
      return MountSpecBuilder.builder(mount)
          .hostPath(source.toString())
          .readOnly(true)
          .idMappings(List.of())
          .image("")
          .imageSubPath("")
          .build();
    } catch (LinuxException refused) {
      // CRI: kubelets know this failure by its first word.
      throw refused.asFailure(
          "ImageVolumeMountFailed: cannot find " + mount.imageSubPath() + " in " + mount.image());
    }
  }

  /**
   * Places that the image wants to be volumes, where nobody mounts anything. One that has content
   * of the image stays as it is: the container's own layer holds what is written there.
   */
  static List<MountSpec> volumes(
      List<String> wanted,
      ContainerConfig config,
      Path root,
      Path place,
      Optional<PodIdMappings> users)
      throws IOException {
    List<MountSpec> mounts = new ArrayList<>();
    for (String path : wanted) {
      boolean covered =
          config.mounts().stream()
              .anyMatch(mount ->
                  Path.of(path).normalize().startsWith(Path.of(mount.containerPath()).normalize()));
      if (!path.startsWith("/") || covered || hasContent(root, path)) {
        continue;
      }
      Path directory = Files.createDirectories(place.resolve("v" + mounts.size()));
      Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
      users.ifPresent(own -> give(directory, own));
      mounts.add(
          new MountSpec(path, directory.toString(), false, false, true, MountPropagationMode.NONE));
    }
    return mounts;
  }

  private static void give(Path directory, PodIdMappings users) {
    try (OpenDirectory volume = OpenDirectory.at(directory)) {
      volume.chown(users.rootUser());
      volume.chgrp(users.rootGroup());
    }
  }

  private static boolean hasContent(Path root, String path) throws IOException {
    try (DirectoryStream<Path> entries =
        Files.newDirectoryStream(RootedPath.resolve(root, path.substring(1)))) {
      return entries.iterator().hasNext();
    } catch (LinuxException | java.nio.file.NotDirectoryException absent) {
      return false;
    }
  }
}
