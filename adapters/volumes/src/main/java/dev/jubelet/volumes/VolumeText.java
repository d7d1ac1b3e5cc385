package dev.jubelet.volumes;

import dev.jubelet.linux.file.PinnedFile;
import dev.jubelet.linux.kernel.LinuxException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;

/** Reads texts that containers left in volumes for us, such as files of variables. */
final class VolumeText {
  // Kubernetes bounds one line of such a file at 64 KiB; nobody has sixteen of them.
  private static final int BYTES_MAX = 1024 * 1024;

  private VolumeText() {}

  /** Empty for whatever is not a regular file of UTF-8 text beneath the volume. */
  static Optional<String> read(Path volume, String path) {
    try {
      byte[] bytes = PinnedFile.tailBeneath(volume, path, BYTES_MAX + 1);
      return bytes.length > BYTES_MAX
          ? Optional.empty()
          : Optional.of(
              StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString());
    } catch (LinuxException | IOException unusable) {
      // Whoever asked says in Kubernetes' words that it cannot be used; why is of no use to them.
      return Optional.empty();
    }
  }
}
