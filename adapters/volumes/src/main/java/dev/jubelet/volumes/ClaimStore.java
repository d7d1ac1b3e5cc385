package dev.jubelet.volumes;

import dev.jubelet.linux.file.OpenDirectory;
import dev.jubelet.linux.kernel.Errno;
import dev.jubelet.linux.kernel.LinuxException;
import dev.jubelet.volumes.pod.PodPaths;
import java.util.Map;

/**
 * Which persistent volume belongs to which claim, as an API server would remember it: a link for
 * each volume, which exists or does not, whenever we die. A volume stays with its claim, as
 * Kubernetes' reclaim policy Retain has it, until somebody removes the link.
 */
final class ClaimStore {
  private final LinkStore links;

  ClaimStore(NodeVolumes.Context node) {
    this.links = new LinkStore(node.paths(), "volume-claims", node.clock(), node.journal());
  }

  /** Claims by the name of their volume. */
  Map<String, String> read() {
    try (OpenDirectory store = links.open()) {
      return links.read(store);
    }
  }

  /**
   * @return whether the volume is the claim's now
   */
  boolean write(String volume, String claim) {
    try (OpenDirectory store = links.open()) {
      try {
        store.symlink(claim, PodPaths.checked(volume));
        return true;
      } catch (LinuxException refused) {
        if (refused.errno() != Errno.EEXIST) {
          throw refused;
        }
        return store.readLink(volume).filter(claim::equals).isPresent();
      }
    }
  }
}
