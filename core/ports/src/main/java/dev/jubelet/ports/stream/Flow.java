package dev.jubelet.ports.stream;

import java.io.InputStream;
import java.io.OutputStream;

/** One two-way flow of bytes among several in a connection; reading and writing block. */
public interface Flow {
  /** Ends when the other side has closed its half. */
  InputStream input();

  /** Closing it closes our half only. */
  OutputStream output();

  /** Ends both halves at once; what is under way is lost. */
  void reset();
}
