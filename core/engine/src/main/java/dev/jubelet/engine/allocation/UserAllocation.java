package dev.jubelet.engine.allocation;

import dev.jubelet.decide.users.UserRanges;
import dev.jubelet.engine.act.PodRunSettings;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.runtime.config.IdRange;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import dev.jubelet.ports.PodUsers;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Gives pods users of their own. What is taken is what stands in the pods' files: a restart of ours
 * finds it there, and it is free again when the pod's files are gone.
 */
public final class UserAllocation implements PodRunSettings.OwnUsers {
  private final PodUsers files;
  private final UserRanges ranges;
  // Two pods must not find the same part free; effects run on virtual threads, which may block.
  private final ReentrantLock lock = new ReentrantLock();

  public UserAllocation(PodUsers files, UserRanges ranges) {
    this.files = files;
    this.ranges = ranges;
  }

  @Override
  public IdRange of(PodUid uid) {
    lock.lock();
    try {
      Map<PodUid, IdRange> taken = files.taken();
      IdRange known = taken.get(uid);
      if (known != null) {
        return known;
      }
      IdRange free =
          ranges
              .free(taken.values())
              .orElseThrow(() ->
                  new OutsideFailure(
                      FailureKind.EXHAUSTED,
                      "could not find an empty slot to allocate a user namespace"));
      files.write(uid, free);
      return free;
    } finally {
      lock.unlock();
    }
  }
}
