package dev.jubelet.runtime.sandbox;

/** What a sandbox does to its containers when it ends. */
public interface PodContainers {
  /** Kills all of them, without any grace, and waits for their end. */
  void endAll(String sandbox);

  void removeAll(String sandbox);
}
