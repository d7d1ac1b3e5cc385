package dev.jubelet.acceptance.tour;

import dev.jubelet.acceptance.host.Tool;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.Path;

/** A block device whose content is a file. */
record LoopDevice(Path device) implements AutoCloseable {
  static LoopDevice over(Path image, long bytes) {
    try (RandomAccessFile file = new RandomAccessFile(image.toFile(), "rw")) {
      file.setLength(bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new LoopDevice(
        Path.of(Tool.of("losetup", "--find", "--show", image.toString()).run().strip()));
  }

  @Override
  public void close() {
    Tool.of("losetup", "--detach", device.toString()).run();
  }
}
