package dev.jubelet.model.runtime;

public record SandboxId(String value) {
  @Override
  public String toString() {
    return value;
  }
}
