package dev.jubelet.runtime.oci.input;

import java.util.function.Consumer;

/** The lines of a container's {@code /etc/passwd} and {@code /etc/group}, one after the other. */
public interface AccountFiles {
  void passwd(Consumer<String> line);

  void group(Consumer<String> line);
}
