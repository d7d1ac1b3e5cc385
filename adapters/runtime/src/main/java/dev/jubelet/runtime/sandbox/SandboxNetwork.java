package dev.jubelet.runtime.sandbox;

import dev.jubelet.model.meta.Quantity;
import dev.jubelet.model.runtime.config.SandboxConfig;
import dev.jubelet.network.CniNetworks;
import dev.jubelet.network.NetworkPod;
import dev.jubelet.ports.OutsideFailure;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** From what CRI says of a pod's network to what plugins are told, and back. */
final class SandboxNetwork {
  private static final String INGRESS = "kubernetes.io/ingress-bandwidth";
  private static final String EGRESS = "kubernetes.io/egress-bandwidth";
  // As other runtimes have it: as good as no limit for a single burst.
  private static final long BURST = Integer.MAX_VALUE;

  private final CniNetworks networks;

  SandboxNetwork(CniNetworks networks) {
    this.networks = networks;
  }

  List<String> attach(String id, SandboxConfig config, Path namespace) {
    return switch (networks.attach(new NetworkPod(id, namespace, config, bandwidth(config)))) {
      case CniNetworks.Attached.Done done ->
          done.addresses().stream().map(InetAddress::getHostAddress).toList();
      case CniNetworks.Attached.Failed failed ->
          throw new OutsideFailure(
              failed.kind(),
              "cannot set up the network of sandbox " + id + ": " + failed.message());
    };
  }

  void detach(String id) {
    if (networks.detach(id) instanceof CniNetworks.Detached.Failed failed) {
      throw new OutsideFailure(
          failed.kind(), "cannot take the network from sandbox " + id + ": " + failed.message());
    }
  }

  private static Optional<NetworkPod.Bandwidth> bandwidth(SandboxConfig config) {
    long in = rate(config.annotations().get(INGRESS));
    long out = rate(config.annotations().get(EGRESS));
    return in == 0 && out == 0
        ? Optional.empty()
        : Optional.of(new NetworkPod.Bandwidth(in, in == 0 ? 0 : BURST, out, out == 0 ? 0 : BURST));
  }

  private static long rate(@Nullable String text) {
    try {
      return text == null ? 0 : Quantity.parse(text).value();
    } catch (IllegalArgumentException nonsense) {
      return 0;
    }
  }
}
