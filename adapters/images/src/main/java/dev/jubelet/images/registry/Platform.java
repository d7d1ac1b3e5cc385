package dev.jubelet.images.registry;

import dev.jubelet.linux.NodeMachine;

/** Which images run here, in the words of the OCI image specification. */
public record Platform(String os, String architecture, String variant) {
  public static Platform ofThisMachine() {
    NodeMachine machine = new NodeMachine();
    String architecture = machine.architecture();
    return new Platform(
        machine.operatingSystem(), architecture, architecture.equals("arm64") ? "v8" : "");
  }

  /** How well something fits: 2 exactly, 1 it runs, 0 not at all. */
  int fit(String otherOs, String otherArchitecture, String otherVariant) {
    if (!os.equals(otherOs) || !architecture.equals(otherArchitecture)) {
      return 0;
    }
    if (variant.equals(otherVariant)) {
      return 2;
    }
    // x86-64-v2 and later may need what this machine does not have; arm64 without a word is v8.
    return otherVariant.isEmpty() ? 1 : 0;
  }

  @Override
  public String toString() {
    return os + "/" + architecture + (variant.isEmpty() ? "" : "/" + variant);
  }
}
