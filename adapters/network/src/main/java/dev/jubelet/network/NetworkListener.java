package dev.jubelet.network;

/** Hears what happens to networks by itself. */
public interface NetworkListener {
  /** The network became ready or another one, or went. */
  void changed();

  /** Something about it is wrong, for people. */
  default void warning(String text) {}
}
