package dev.jubelet.app.command.run;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** Whole lines with a prefix, on a stream that others write to as well. */
final class PrefixedLines extends OutputStream {
  private final byte[] prefix;
  private final OutputStream out;
  private final ByteArrayOutputStream line = new ByteArrayOutputStream();

  PrefixedLines(String prefix, OutputStream out) {
    this.prefix = prefix.getBytes(StandardCharsets.UTF_8);
    this.out = out;
  }

  @Override
  public void write(int next) throws IOException {
    line.write(next);
    if (next == '\n') {
      synchronized (out) {
        out.write(prefix);
        line.writeTo(out);
        out.flush();
      }
      line.reset();
    }
  }

  /** Leaves the stream open, which belongs to others too. */
  @Override
  public void close() throws IOException {
    if (line.size() > 0) {
      write('\n');
    }
  }
}
