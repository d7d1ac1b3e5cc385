package dev.jubelet.volumes;

import dev.jubelet.linux.OpenDirectory;
import dev.jubelet.linux.SafeTree;
import dev.jubelet.model.pod.PodUid;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Which pod has a claim that only one may have ({@code ReadWriteOncePod}): a link for each claim,
 * so that our next life knows it, until the pod's volumes are given back.
 */
final class ClaimUsers {
  private static final String DIRECTORY = "claim-users";

  private final PodPaths paths;
  // One process works in the node's directory, so nobody else changes the links.
  private final ReentrantLock lock = new ReentrantLock();

  ClaimUsers(PodPaths paths) {
    this.paths = paths;
  }

  /**
   * @param claim of one namespace, as the name of a file
   * @return who else has it; empty when it is this pod's now
   */
  Optional<PodUid> take(String claim, PodUid uid) {
    lock.lock();
    try (OpenDirectory users = PodPaths.make(paths.root(), List.of(DIRECTORY), PodPaths.PRIVATE)) {
      Optional<String> holder = users.readLink(claim);
      if (holder.filter(uid.value()::equals).isPresent()) {
        return Optional.empty();
      }
      if (holder.filter(this::hasFiles).isPresent()) {
        return holder.map(PodUid::new);
      }
      // Whatever else has its name is none of ours.
      SafeTree.remove(users, claim);
      users.symlink(uid.value(), PodPaths.checked(claim));
      return Optional.empty();
    } finally {
      lock.unlock();
    }
  }

  void release(PodUid uid) {
    if (!Files.isDirectory(paths.root().resolve(DIRECTORY), LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    lock.lock();
    try (OpenDirectory users = PodPaths.make(paths.root(), List.of(DIRECTORY), PodPaths.PRIVATE)) {
      for (String claim : users.names()) {
        if (users.readLink(claim).filter(uid.value()::equals).isPresent()) {
          users.removeEntry(claim);
        }
      }
    } finally {
      lock.unlock();
    }
  }

  /** A pod that somebody took away behind our back holds nothing. */
  private boolean hasFiles(String uid) {
    return uid.indexOf('/') < 0
        && Files.isDirectory(paths.pods().resolve(uid), LinkOption.NOFOLLOW_LINKS);
  }
}
