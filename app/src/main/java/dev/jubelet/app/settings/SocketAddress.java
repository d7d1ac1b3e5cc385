package dev.jubelet.app.settings;

import java.nio.file.Path;
import java.util.Optional;

/** Where a runtime of ours listens, in the words of the command line. */
public final class SocketAddress {
  public static final String EXAMPLE = "unix:///run/jubelet.sock";
  private static final String UNIX = "unix://";

  private SocketAddress() {}

  /** Empty when it is not an absolute path, with or without the scheme. */
  public static Optional<Path> path(String address) {
    String path = address.startsWith(UNIX) ? address.substring(UNIX.length()) : address;
    return path.startsWith("/") ? Optional.of(Path.of(path).normalize()) : Optional.empty();
  }
}
