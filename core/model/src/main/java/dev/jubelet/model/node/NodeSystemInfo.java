package dev.jubelet.model.node;

import org.jspecify.annotations.Nullable;

/**
 * What machine, kernel and programs say of themselves.
 *
 * @param swap absent on a machine without any
 */
public record NodeSystemInfo(
    String machineID,
    String systemUUID,
    String bootID,
    String kernelVersion,
    String osImage,
    String containerRuntimeVersion,
    String kubeletVersion,
    String kubeProxyVersion,
    String operatingSystem,
    String architecture,
    @Nullable Swap swap) {
  public static final NodeSystemInfo UNKNOWN =
      new NodeSystemInfo("", "", "", "", "", "", "", "", "", "", null);

  /**
   * @param capacity in bytes
   */
  public record Swap(long capacity) {}
}
