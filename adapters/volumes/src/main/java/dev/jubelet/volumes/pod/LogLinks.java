package dev.jubelet.volumes.pod;

import dev.jubelet.model.pod.PodName;
import dev.jubelet.model.runtime.ContainerId;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** The flat directory of links to container logs that log collectors read. */
final class LogLinks {
  private static final String SUFFIX = ".log";
  // ext4: a name has at most 255 bytes. Kubernetes cuts the name before the suffix.
  private static final int STEM_MAX = 255 - SUFFIX.length();

  private final Path directory;

  LogLinks(Path directory) {
    this.directory = directory;
  }

  static String name(PodName pod, String container, ContainerId id) {
    String stem = pod.name() + "_" + pod.namespace() + "_" + container + "-" + id.value();
    return (stem.length() > STEM_MAX ? stem.substring(0, STEM_MAX) : stem) + SUFFIX;
  }

  void make(PodName pod, String container, ContainerId id, Path target) throws IOException {
    Path link = directory.resolve(PodPaths.checked(name(pod, container, id)));
    if (Files.isSymbolicLink(link)) {
      if (Files.readSymbolicLink(link).equals(target)) {
        return;
      }
      Files.delete(link);
    }
    Files.createSymbolicLink(link, target);
  }

  /** Removes the links that lead into a directory of logs. */
  void removeInto(Path logs) throws IOException {
    try (DirectoryStream<Path> links = Files.newDirectoryStream(directory, Files::isSymbolicLink)) {
      for (Path link : links) {
        if (leadsInto(link, logs)) {
          Files.deleteIfExists(link);
        }
      }
    }
  }

  private static boolean leadsInto(Path link, Path logs) throws IOException {
    try {
      return Files.readSymbolicLink(link).normalize().startsWith(logs);
    } catch (NoSuchFileException gone) {
      return false;
    }
  }
}
