package dev.jubelet.network.builtin;

import dev.jubelet.linux.network.Namespaces;
import dev.jubelet.linux.network.NetworkNamespace;
import dev.jubelet.network.CniNetworks;
import dev.jubelet.network.CniNetworks.Attached;
import dev.jubelet.network.NetworkPod;
import dev.jubelet.network.NetworkSettings;
import dev.jubelet.network.TestPods;
import dev.jubelet.network.plugin.InstalledPlugins;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A process that attaches pods until it is killed. */
final class StormNode {
  private static final int AT_ONCE = 8;

  private StormNode() {}

  static CniNetworks networks(Path root) {
    return new CniNetworks(
        new NetworkSettings(
            root.resolve("net.d"),
            List.of(root.resolve("bin")),
            root.resolve("state"),
            InstalledPlugins.Choice.BUILT_IN,
            "eth0",
            Duration.ofSeconds(1)),
        BuiltInPlugins.in(() -> NetworkNamespace.open(root.resolve("netns-host")), root),
        () -> {});
  }

  /** Arguments: the directory, the first pod's number, how many. */
  static void main(String[] arguments) {
    Path root = Path.of(arguments[0]);
    int first = Integer.parseInt(arguments[1]);
    CniNetworks networks = networks(root);
    networks.collect(Set::of);
    System.out.println("collected");
    try (ExecutorService pods = Executors.newFixedThreadPool(AT_ONCE)) {
      for (int i = 0; i < Integer.parseInt(arguments[2]); i++) {
        int number = first + i;
        pods.execute(() -> attach(networks, root, number));
      }
    }
    System.out.println("done");
    networks.close();
  }

  private static void attach(CniNetworks networks, Path root, int number) {
    Path netns = root.resolve("pods/" + number);
    try {
      Namespaces.create(Map.of(Namespaces.Kind.NETWORK, netns), () -> netns);
    } catch (IOException refused) {
      throw new UncheckedIOException(refused);
    }
    String id = "pod-" + number;
    Attached attached =
        networks.attach(
            new NetworkPod(id, netns, TestPods.config("default", id, "uid"), Optional.empty()));
    System.out.println(id + " " + attached.getClass().getSimpleName());
    if (number % 2 == 0) {
      networks.detach(id);
    }
  }
}
