package dev.jubelet.runtime.oci.input;

/**
 * A device file of the node.
 *
 * @param type {@code c} or {@code b}
 * @param mode the permission bits
 */
public record HostDevice(
    String path, String type, long major, long minor, int mode, long uid, long gid) {}
