package dev.jubelet.network.builtin;

import dev.jubelet.json.Json;
import dev.jubelet.json.Node;
import dev.jubelet.network.plugin.CniFailure;
import java.util.List;

/**
 * What bridge is told.
 *
 * @param ipam the type of the plugin that gives addresses; empty for none
 * @param mac of the pod's interface; empty for the kernel's choice
 */
record BridgeConfig(
    String bridge,
    boolean gateway,
    boolean defaultGateway,
    boolean forceAddress,
    boolean masquerade,
    int mtu,
    boolean hairpin,
    boolean promiscuous,
    boolean duplicateDetection,
    String ipam,
    String mac) {
  /** What the reference can and this cannot: better an error than a network that is another. */
  private static final List<String> NOT_OURS =
      List.of("vlan", "vlanTrunk", "macspoofchk", "portIsolation", "disableContainerInterface");

  static BridgeConfig read(BuiltIn.Asked asked) {
    Node.Fields config = asked.config();
    for (String name : NOT_OURS) {
      Node value = config.value(name);
      if (value != null && !isOff(value)) {
        throw new CniFailure(
            CniFailure.UNSUPPORTED_FIELD,
            name
                + " is not supported by the built-in bridge: have the program bridge called with"
                + " --cni-plugins=programs",
            "");
      }
    }
    String name = Json.textOf(config, "bridge");
    boolean defaultGateway = Json.boolOf(config, "isDefaultGateway", false);
    BridgeConfig read =
        new BridgeConfig(
            name.isEmpty() ? "cni0" : name,
            defaultGateway || Json.boolOf(config, "isGateway", false),
            defaultGateway,
            Json.boolOf(config, "forceAddress", false),
            Json.boolOf(config, "ipMasq", false),
            Math.toIntExact(Json.numberOf(config, "mtu", 0)),
            Json.boolOf(config, "hairpinMode", false),
            Json.boolOf(config, "promiscMode", false),
            Json.boolOf(config, "enabledad", false),
            Json.textOf(asked.inner("ipam"), "type"),
            mac(asked));
    if (read.hairpin && read.promiscuous) {
      throw new IllegalArgumentException(
          "cannot set hairpin mode and promiscuous mode at the same time.");
    }
    return read;
  }

  private static boolean isOff(Node value) {
    return switch (value) {
      case Node.Bool bool -> !bool.value();
      case Node.Numeral number -> number.text().equals("0");
      case Node.Items list -> list.items().isEmpty();
      case Node.Fields _, Node.Text _, Node.Null _ -> false;
    };
  }

  /** The runtime's word before that of the configuration, before that of the environment. */
  private static String mac(BuiltIn.Asked asked) {
    String runtime = Json.textOf(asked.inner("runtimeConfig"), "mac");
    String configured = Json.textOf(asked.inner("args", "cni"), "mac");
    return !runtime.isEmpty() ? runtime : configured.isEmpty() ? asked.argument("MAC") : configured;
  }
}
