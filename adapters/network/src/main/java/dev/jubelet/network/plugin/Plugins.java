package dev.jubelet.network.plugin;

import java.util.List;

/** Finds what a type in a configuration stands for. */
public interface Plugins {
  /**
   * @throws CniFailure when there is none of that name
   */
  CniPlugin find(String type);

  /** Changes when what {@link #find} would answer, or what that can do, may have changed. */
  String state(String type);

  /** Where plugins look for those that they delegate to. */
  List<String> searchPath();
}
