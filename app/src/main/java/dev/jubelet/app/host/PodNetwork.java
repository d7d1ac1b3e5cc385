package dev.jubelet.app.host;

import java.nio.file.Path;

/**
 * The network of a private runtime's pods: a bridge with addresses from one subnet, and host ports.
 *
 * @param name of the network and of nothing else on the machine, since CNI keeps results by it
 * @param bridge at most 15 characters
 * @param subnet such as 10.90.0.0/16
 * @param masquerade whether pods reach what the node reaches
 */
public record PodNetwork(String name, String bridge, String subnet, boolean masquerade) {
  /** A CNI configuration list. */
  public String conflist(Path addresses) {
    return """
    {
      "cniVersion": "1.0.0",
      "name": "%s",
      "plugins": [
        {
          "type": "bridge",
          "bridge": "%s",
          "isGateway": true,
          "ipMasq": %b,
          "hairpinMode": true,
          "ipam": {
            "type": "host-local",
            "dataDir": "%s",
            "ranges": [[{"subnet": "%s"}]],
            "routes": [{"dst": "0.0.0.0/0"}]
          }
        },
        {"type": "portmap", "capabilities": {"portMappings": true}}
      ]
    }
    """
        .formatted(name, bridge, masquerade, addresses, subnet);
  }
}
