package dev.jubelet.network;

import dev.jubelet.network.plugin.InstalledPlugins;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * @param configuration the directory with network configurations
 * @param programs where plugins are looked for, in that order
 * @param state a directory of this node alone, in which attachments are remembered
 * @param device what a pod's interface is called
 * @param callDeadline the most that one plugin may take for one command
 */
public record NetworkSettings(
    Path configuration,
    List<Path> programs,
    Path state,
    InstalledPlugins.Choice choice,
    String device,
    Duration callDeadline) {
  public NetworkSettings {
    programs = List.copyOf(programs);
  }

  /** As Kubernetes' nodes have it. */
  public static NetworkSettings usual(Path state) {
    return new NetworkSettings(
        Path.of("/etc/cni/net.d"),
        List.of(Path.of("/opt/cni/bin"), Path.of("/usr/lib/cni"), Path.of("/usr/libexec/cni")),
        state,
        InstalledPlugins.Choice.BUILT_IN,
        "eth0",
        Duration.ofMinutes(1));
  }
}
