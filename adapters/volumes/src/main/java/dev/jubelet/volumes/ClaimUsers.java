package dev.jubelet.volumes;

import dev.jubelet.linux.file.OpenDirectory;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.volumes.pod.PodPaths;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.util.Optional;

/**
 * Which pod has a claim that only one may have ({@code ReadWriteOncePod}): a link for each claim,
 * so that our next life knows it, until the pod's volumes are given back. One process works in the
 * node's directory, so nobody else changes the links.
 */
final class ClaimUsers {
  private final PodPaths paths;
  private final LinkStore links;

  ClaimUsers(NodeVolumes.Context node) {
    this.paths = node.paths();
    this.links = new LinkStore(paths, "claim-users", node.clock(), node.journal());
  }

  /**
   * @param claim of one namespace, as the name of a file
   * @return who else has it; empty when it is this pod's now
   */
  synchronized Optional<PodUid> take(String claim, PodUid uid) {
    try (OpenDirectory users = links.open()) {
      Optional<String> holder = Optional.ofNullable(links.read(users).get(claim));
      if (holder.filter(uid.value()::equals).isPresent()) {
        return Optional.empty();
      }
      if (holder.filter(this::hasFiles).isPresent()) {
        return holder.map(PodUid::new);
      }
      users.removeEntry(claim);
      users.symlink(uid.value(), PodPaths.checked(claim));
      return Optional.empty();
    }
  }

  synchronized void release(PodUid uid) {
    if (!links.exists()) {
      return;
    }
    try (OpenDirectory users = links.open()) {
      links
          .read(users)
          .forEach((claim, holder) -> {
            if (holder.equals(uid.value())) {
              users.removeEntry(claim);
            }
          });
    }
  }

  /** A pod that somebody took away behind our back holds nothing. */
  private boolean hasFiles(String uid) {
    return uid.indexOf('/') < 0
        && Files.isDirectory(paths.pods().resolve(uid), LinkOption.NOFOLLOW_LINKS);
  }
}
