package dev.jubelet.acceptance.host;

import java.math.BigInteger;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The configuration file of a private containerd: everything beneath one directory. */
final class ContainerdConfig {
  /** Those that would write outside of our directories, or look for what is not there. */
  private static final List<String> NOT_WANTED =
      List.of("io.containerd.internal.v1.opt", "io.containerd.nri.v1.nri");

  /** capabilities(7): CAP_SYS_RESOURCE. */
  private static final int SYS_RESOURCE = 24;

  private final Path directory;
  private final Path plugins;
  private final @Nullable Path registries;
  private final boolean mayLowerOomScore;

  /**
   * @param registries a directory with {@code HOST/hosts.toml}; null for what containerd knows
   */
  ContainerdConfig(
      Path directory, Path plugins, @Nullable Path registries, boolean mayLowerOomScore) {
    this.directory = directory;
    this.plugins = plugins;
    this.registries = registries;
    this.mayLowerOomScore = mayLowerOomScore;
  }

  /**
   * proc(5): without CAP_SYS_RESOURCE, {@code oom_score_adj} may only rise.
   *
   * @param status what {@code /proc/self/status} says
   */
  static boolean mayLowerOomScore(String status) {
    return status
        .lines()
        .filter(line -> line.startsWith("CapEff:"))
        .map(line -> new BigInteger(line.substring("CapEff:".length()).strip(), 16))
        .anyMatch(capabilities -> capabilities.testBit(SYS_RESOURCE));
  }

  String text(int majorVersion) {
    return majorVersion >= 2 ? version3() : version2();
  }

  /** For containerd 1.x. */
  private String version2() {
    return """
    version = 2
    %s
    [plugins."io.containerd.grpc.v1.cri"]
      sandbox_image = "%s"
      restrict_oom_score_adj = %b
      netns_mounts_under_state_dir = true
      stream_server_address = "127.0.0.1"
      [plugins."io.containerd.grpc.v1.cri".cni]
        bin_dir = "%s"
        conf_dir = "%s/net.d"
      [plugins."io.containerd.grpc.v1.cri".containerd.runtimes.runc]
        runtime_type = "io.containerd.runc.v2"
        [plugins."io.containerd.grpc.v1.cri".containerd.runtimes.runc.options]
          Root = "%s/state/runc"
    """
            .formatted(
                head(), ContainerdImages.PAUSE, !mayLowerOomScore, plugins, directory, directory)
        + registries("io.containerd.grpc.v1.cri");
  }

  /** For containerd 2.x, which split the CRI plugin in two. */
  private String version3() {
    return """
    version = 3
    imports = []
    %s
    [plugins."io.containerd.cri.v1.images".pinned_images]
      sandbox = "%s"
    [plugins."io.containerd.grpc.v1.cri"]
      stream_server_address = "127.0.0.1"
    [plugins."io.containerd.cri.v1.runtime"]
      restrict_oom_score_adj = %b
      netns_mounts_under_state_dir = true
      [plugins."io.containerd.cri.v1.runtime".cni]
        bin_dirs = ["%s"]
        conf_dir = "%s/net.d"
      [plugins."io.containerd.cri.v1.runtime".containerd.runtimes.runc]
        runtime_type = "io.containerd.runc.v2"
        [plugins."io.containerd.cri.v1.runtime".containerd.runtimes.runc.options]
          Root = "%s/state/runc"
    """
            .formatted(
                head(), ContainerdImages.PAUSE, !mayLowerOomScore, plugins, directory, directory)
        + registries("io.containerd.cri.v1.images");
  }

  private String registries(String plugin) {
    return registries == null
        ? ""
        : """
        [plugins."%s".registry]
          config_path = "%s"
        """
            .formatted(plugin, registries);
  }

  private String head() {
    return """
    root = "%s/root"
    state = "%s/state"
    disabled_plugins = [%s]
    [grpc]
      address = "%s/containerd.sock"
    """
        .formatted(
            directory,
            directory,
            String.join(", ", NOT_WANTED.stream().map(name -> '"' + name + '"').toList()),
            directory);
  }
}
