package dev.jubelet.app.logging;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/**
 * Puts whole lines on a stream. Every line is handed over before the call returns, so that nothing
 * is lost however the process ends, and lines of different threads never mix.
 */
record LineWriter(OutputStream stream, LogFormat format) {
  void write(LogLine line) {
    byte[] bytes = format.render(line).getBytes(StandardCharsets.UTF_8);
    synchronized (stream) {
      try {
        stream.write(bytes);
        stream.flush();
      } catch (IOException nobodyReads) {
        // The place where this would be told is the one that is gone; pods must go on running.
        return;
      }
    }
  }
}
