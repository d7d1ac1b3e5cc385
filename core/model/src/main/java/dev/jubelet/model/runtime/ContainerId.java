package dev.jubelet.model.runtime;

public record ContainerId(String value) {
  @Override
  public String toString() {
    return value;
  }
}
