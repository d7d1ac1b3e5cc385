package dev.jubelet.linux;

import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * Reads files that the kernel writes on demand. {@code Files.readString} goes by their size, which
 * is 0, and begins with a read of one byte; numbers in {@code /proc/sys} end after the first read.
 */
final class KernelText {
  private KernelText() {}

  static String read(Path file) throws IOException {
    return read(file, StandardCharsets.UTF_8);
  }

  static String read(Path file, Charset charset) throws IOException {
    try (FileInputStream in = new FileInputStream(file.toFile())) {
      return new String(in.readAllBytes(), charset);
    }
  }
}
