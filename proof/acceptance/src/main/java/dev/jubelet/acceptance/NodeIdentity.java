package dev.jubelet.acceptance;

/**
 * Where a node sits: what tells it from its neighbours.
 *
 * @param address without prefix length; its network is a /24
 * @param podSubnet from which its pods have their addresses
 */
public record NodeIdentity(String name, String address, String podSubnet) {
  /** For a node without neighbours. */
  public static final NodeIdentity ALONE =
      new NodeIdentity("node-under-test", "10.99.0.1", "10.90.0.0/16");
}
