package dev.jubelet.runtime.oci.input;

import java.util.List;

/**
 * Who a container's process is, in the container's own numbers.
 *
 * @param additionalGroups in the order of their numbers, the first group among them
 * @param home empty when nobody knows it
 */
public record Identity(long uid, long gid, List<Long> additionalGroups, String home) {
  public static final Identity ROOT = new Identity(0, 0, List.of(), "/root");

  public Identity {
    additionalGroups = List.copyOf(additionalGroups);
  }
}
