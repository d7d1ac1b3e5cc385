package dev.jubelet.ports.stream;

/** How a remote command ended. */
public sealed interface CommandEnd {
  record Exited(int code) implements CommandEnd {}

  /** It never ran, or nobody knows how it ended. */
  record Failed(String message) implements CommandEnd {}
}
