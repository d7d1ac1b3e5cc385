package dev.jubelet.model.runtime.config;

public record SecurityProfile(Kind kind, String localhostRef) {
  public enum Kind {
    RUNTIME_DEFAULT,
    UNCONFINED,
    LOCALHOST
  }

  public static final SecurityProfile RUNTIME_DEFAULT =
      new SecurityProfile(Kind.RUNTIME_DEFAULT, "");
  public static final SecurityProfile UNCONFINED = new SecurityProfile(Kind.UNCONFINED, "");
}
