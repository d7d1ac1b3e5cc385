package dev.jubelet.network.plugin;

/** Finds what a type in a configuration stands for. */
public interface Plugins {
  /**
   * @throws CniFailure when there is none of that name
   */
  CniPlugin find(String type);

  /** Changes when what {@link #find} would answer, or what that can do, may have changed. */
  String state(String type);

  PluginDirectories directories();
}
