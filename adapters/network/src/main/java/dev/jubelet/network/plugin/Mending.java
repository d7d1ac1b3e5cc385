package dev.jubelet.network.plugin;

/** A plugin that can put back what somebody took from a pod's network. CNI has no such command. */
public interface Mending {
  /**
   * @param call as for CHECK, with the result of ADD
   * @throws CniFailure when it cannot be put back
   */
  void mend(CniCall call, Deadline deadline);
}
