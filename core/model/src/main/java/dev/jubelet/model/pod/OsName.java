package dev.jubelet.model.pod;

import dev.jubelet.model.meta.WireName;
import java.util.Locale;

public enum OsName implements WireName {
  LINUX,
  WINDOWS;

  @Override
  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }
}
