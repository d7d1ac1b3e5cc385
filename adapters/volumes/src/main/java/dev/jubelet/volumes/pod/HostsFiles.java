package dev.jubelet.volumes.pod;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;

/** The {@code etc-hosts} file of each pod, which its containers see as {@code /etc/hosts}. */
final class HostsFiles {
  private static final Path NODES = Path.of("/etc/hosts");
  private static final String NAME = "etc-hosts";
  private static final int BYTES_MAX = 1 << 20;

  private HostsFiles() {}

  static String ofNode() {
    try (InputStream file = Files.newInputStream(NODES)) {
      return new String(file.readNBytes(BYTES_MAX), StandardCharsets.UTF_8);
    } catch (NoSuchFileException absent) {
      return "";
    } catch (IOException refused) {
      throw PodFiles.failure("cannot read " + NODES, refused);
    }
  }

  /**
   * Replaces the file as a whole and only when it says something else: containers of the pod that
   * run already never see half of it. It need not survive a power cut, since no container does.
   */
  static Path write(Path podDirectory, String text) {
    Path file = podDirectory.resolve(NAME);
    byte[] wanted = text.getBytes(StandardCharsets.UTF_8);
    try {
      if (says(file, wanted)) {
        return file;
      }
      Path temporary = Files.createTempFile(podDirectory, "." + NAME + ".", ".new");
      try {
        Files.write(temporary, wanted);
        // Kubernetes: every user of the container may read it.
        Files.setPosixFilePermissions(temporary, PosixFilePermissions.fromString("rw-r--r--"));
        Files.move(
            temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
      } finally {
        Files.deleteIfExists(temporary);
      }
      return file;
    } catch (IOException refused) {
      throw PodFiles.failure("cannot write " + file, refused);
    }
  }

  private static boolean says(Path file, byte[] wanted) throws IOException {
    if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
        || Files.size(file) != wanted.length) {
      return false;
    }
    return Arrays.equals(Files.readAllBytes(file), wanted);
  }
}
