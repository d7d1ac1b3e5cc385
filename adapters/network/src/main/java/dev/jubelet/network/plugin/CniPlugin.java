package dev.jubelet.network.plugin;

/** Something that does what a CNI plugin does: a program, or one of our own. */
public interface CniPlugin {
  /**
   * What it prints.
   *
   * @throws CniFailure when it refuses, breaks or is not done in time
   */
  String call(CniCall call, Deadline deadline);
}
