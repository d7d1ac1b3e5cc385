package dev.jubelet.network;

import dev.jubelet.network.result.CniResult;
import dev.jubelet.ports.FailureKind;
import java.net.InetAddress;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/** Pods and their networks. Every call may be repeated, and ends by its own deadlines. */
public interface PodNetworks extends AutoCloseable {
  /** Gives a pod its network. When that fails, nothing is left of the attempt. */
  Attached attach(NetworkPod pod);

  /** Takes it away again; a pod that never had one, or whose namespace is gone, is as welcome. */
  Detached detach(String sandboxId);

  /** Whether a pod's network still is as it was made. */
  Checked check(String sandboxId);

  /** CRI's condition NetworkReady. */
  Status status();

  /**
   * Takes away what belongs to no pod. Nothing is attached or detached meanwhile.
   *
   * @param living asked when nothing can change any more: the sandboxes that keep what they have
   */
  Collected collect(Supplier<Set<String>> living);

  @Override
  void close();

  sealed interface Attached {
    /**
     * @param addresses of the pod, in the order of the plugins
     */
    record Done(String network, List<InetAddress> addresses, CniResult result) implements Attached {
      public Done {
        addresses = List.copyOf(addresses);
      }
    }

    record Failed(FailureKind kind, String message) implements Attached {}
  }

  sealed interface Detached {
    record Done() implements Detached {}

    /** Something is left, and remembered: a further call tries again. */
    record Failed(FailureKind kind, String message) implements Detached {}
  }

  sealed interface Checked {
    record Intact() implements Checked {}

    /** Its configuration is too old to be asked, or asks not to be. */
    record Unknown(String why) implements Checked {}

    record Broken(String message) implements Checked {}
  }

  sealed interface Status {
    record Ready(String network) implements Status {}

    record NotReady(String message) implements Status {}
  }

  /**
   * @param removed sandboxes of which something was taken away
   * @param failures what could not be, for people
   */
  record Collected(List<String> removed, List<String> failures) {
    public Collected {
      removed = List.copyOf(removed);
      failures = List.copyOf(failures);
    }
  }
}
