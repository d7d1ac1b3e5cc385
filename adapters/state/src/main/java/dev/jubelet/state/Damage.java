package dev.jubelet.state;

/** A file that is not what we wrote. */
final class Damage extends Exception {
  private static final long serialVersionUID = 1L;

  Damage(String what) {
    super(what);
  }

  Damage(String what, Throwable cause) {
    super(what, cause);
  }
}
