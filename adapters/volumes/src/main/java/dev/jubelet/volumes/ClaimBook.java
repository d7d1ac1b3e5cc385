package dev.jubelet.volumes;

import dev.jubelet.linux.Errno;
import dev.jubelet.linux.LinuxException;
import dev.jubelet.linux.OpenDirectory;
import dev.jubelet.model.meta.Ordered;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Which persistent volume belongs to which claim, as an API server would remember it: a link for
 * each volume, which exists or does not, whenever we die. A volume stays with its claim, as
 * Kubernetes' reclaim policy Retain has it, until somebody removes the link.
 */
final class ClaimBook {
  private static final String DIRECTORY = "volume-claims";

  private final Path root;

  ClaimBook(Path root) {
    this.root = root;
  }

  /** Claims by the name of their volume. */
  Map<String, String> read() {
    Map<String, String> claims = new LinkedHashMap<>();
    try (OpenDirectory book = open()) {
      for (String volume : book.names()) {
        book.readLink(volume).ifPresent(claim -> claims.put(volume, claim));
      }
    }
    return Ordered.copyOf(claims);
  }

  /**
   * @return whether the volume is the claim's now
   */
  boolean write(String volume, String claim) {
    try (OpenDirectory book = open()) {
      try {
        book.symlink(claim, PodPaths.checked(volume));
        return true;
      } catch (LinuxException refused) {
        if (refused.errno() != Errno.EEXIST) {
          throw refused;
        }
        return book.readLink(volume).filter(claim::equals).isPresent();
      }
    }
  }

  private OpenDirectory open() {
    return PodPaths.make(root, List.of(DIRECTORY), PodPaths.PRIVATE);
  }
}
