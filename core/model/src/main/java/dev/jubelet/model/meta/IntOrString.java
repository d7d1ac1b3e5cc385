package dev.jubelet.model.meta;

/** A port or a count that Kubernetes lets people write as a number or as a name. */
public sealed interface IntOrString {
  record Number(int value) implements IntOrString {
    @Override
    public String toString() {
      return Integer.toString(value);
    }
  }

  record Text(String value) implements IntOrString {
    @Override
    public String toString() {
      return value;
    }
  }

  static IntOrString of(int value) {
    return new Number(value);
  }

  static IntOrString of(String value) {
    return new Text(value);
  }
}
