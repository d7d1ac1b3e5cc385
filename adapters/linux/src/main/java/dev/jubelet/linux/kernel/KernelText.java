package dev.jubelet.linux.kernel;

import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * Reads files that the kernel writes on demand. {@code Files.readString} goes by their size, which
 * is 0, and begins with a read of one byte; numbers in {@code /proc/sys} end after the first read.
 */
public final class KernelText {
  /** Most are a number or a few words, and a pod's start reads dozens of them. */
  private static final int FIRST = 512;

  private static final int GROWTH = 8;

  private KernelText() {}

  public static String read(Path file) throws IOException {
    return read(file, StandardCharsets.UTF_8);
  }

  public static String read(Path file, Charset charset) throws IOException {
    try (FileInputStream in = new FileInputStream(file.toFile())) {
      byte[] text = new byte[FIRST];
      int length = 0;
      int read = in.read(text);
      while (read > 0) {
        length += read;
        if (length == text.length) {
          text = Arrays.copyOf(text, length * GROWTH);
        }
        read = in.read(text, length, text.length - length);
      }
      return new String(text, 0, length, charset);
    }
  }
}
