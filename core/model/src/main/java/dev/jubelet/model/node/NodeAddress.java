package dev.jubelet.model.node;

/**
 * @param type {@code InternalIP} or {@code Hostname}
 */
public record NodeAddress(String type, String address) {}
