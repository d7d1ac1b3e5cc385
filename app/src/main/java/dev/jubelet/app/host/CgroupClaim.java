package dev.jubelet.app.host;

import dev.jubelet.app.failure.CommandFailure;
import dev.jubelet.linux.cgroup.CgroupTree;
import dev.jubelet.linux.file.SharedLock;
import dev.jubelet.linux.kernel.Errno;
import dev.jubelet.linux.kernel.LinuxException;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.ports.Journal;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Makes sure that no other kubelet works below the same cgroup root: it would take our pods for
 * orphans of its own.
 *
 * @param locks where nodes of this machine look for each other
 * @param shared whether the node starts all the same
 */
public record CgroupClaim(CgroupTree tree, Path locks, boolean shared, Journal journal) {
  /** Whoever is being killed has let go by then. */
  private static final Duration PATIENCE = Duration.ofSeconds(1);

  private static final int NAMED_MAX = 3;
  private static final String NEXT_STEP =
      "end the other one first, give this node a cgroupRoot of its own in its configuration, or"
          + " start it with --share-cgroup-root";

  /**
   * @param known pods of our runtime, and those that have a directory of ours
   * @return to be held for as long as the node runs; empty when it cannot be or is shared
   * @throws CommandFailure when another kubelet uses the root
   */
  public Optional<SharedLock> take(Supplier<Set<PodUid>> known) {
    Optional<SharedLock> lock = lock();
    List<PodUid> others = tree.occupiedByOthers();
    if (!others.isEmpty()) {
      Set<PodUid> ours = known.get();
      others = others.stream().filter(uid -> !ours.contains(uid)).toList();
    }
    if (!others.isEmpty()) {
      refuse("pods that this node does not know run below it: " + named(others), lock);
    }
    return lock;
  }

  private Optional<SharedLock> lock() {
    try {
      String name = "cgroup-%08x".formatted(tree.top().hashCode());
      return Optional.of(SharedLock.take(locks, name, PATIENCE));
    } catch (LinuxException refused) {
      if (refused.errno() == Errno.EAGAIN) {
        refuse("another Jubelet node works below it", Optional.empty());
      } else {
        cannotTell(refused);
      }
    } catch (IOException refused) {
      cannotTell(refused);
    }
    return Optional.empty();
  }

  private void cannotTell(Exception refused) {
    journal.write(
        Journal.Level.WARNING,
        "NoCgroupLock",
        "cannot find out whether another Jubelet node uses the cgroup root: "
            + refused.getMessage());
  }

  private void refuse(String why, Optional<SharedLock> held) {
    String what = "the cgroup root /" + tree.top() + " is in use: " + why;
    if (!shared) {
      held.ifPresent(SharedLock::close);
      throw new CommandFailure(what, NEXT_STEP);
    }
    journal.write(Journal.Level.WARNING, "SharedCgroupRoot", what);
  }

  private static String named(List<PodUid> pods) {
    String first =
        pods.stream().limit(NAMED_MAX).map(PodUid::value).collect(Collectors.joining(", "));
    return pods.size() <= NAMED_MAX ? first : first + " and " + (pods.size() - NAMED_MAX) + " more";
  }
}
