package dev.jubelet.state;

import java.io.IOException;
import java.nio.file.Path;

/** A file is not what we wrote. The message says what is wrong with it. */
public final class DamagedFileException extends Exception {
  private static final long serialVersionUID = 1L;

  DamagedFileException(String what) {
    super(what);
  }

  DamagedFileException(String what, Throwable cause) {
    super(what, cause);
  }

  /** Puts a damaged file where it does no harm, and answers where that is. */
  @FunctionalInterface
  public interface SetAside {
    Path move() throws IOException;
  }

  /** Sets a file aside, and tells people what was wrong with it and where it is now. */
  public static String report(Path file, Exception why, SetAside aside) {
    String what = file + ": " + why.getMessage();
    try {
      return what + "; it is kept as " + aside.move();
    } catch (IOException stuck) {
      return what + "; it cannot be set aside: " + stuck;
    }
  }
}
