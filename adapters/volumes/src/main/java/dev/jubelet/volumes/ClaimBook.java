package dev.jubelet.volumes;

import dev.jubelet.linux.Errno;
import dev.jubelet.linux.LinuxException;
import dev.jubelet.linux.OpenDirectory;
import java.util.Map;

/**
 * Which persistent volume belongs to which claim, as an API server would remember it: a link for
 * each volume, which exists or does not, whenever we die. A volume stays with its claim, as
 * Kubernetes' reclaim policy Retain has it, until somebody removes the link.
 */
final class ClaimBook {
  private final LinkBook links;

  ClaimBook(NodeVolumes.Surroundings node) {
    this.links = new LinkBook(node.paths(), "volume-claims", node.clock(), node.journal());
  }

  /** Claims by the name of their volume. */
  Map<String, String> read() {
    try (OpenDirectory book = links.open()) {
      return links.read(book);
    }
  }

  /**
   * @return whether the volume is the claim's now
   */
  boolean write(String volume, String claim) {
    try (OpenDirectory book = links.open()) {
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
}
