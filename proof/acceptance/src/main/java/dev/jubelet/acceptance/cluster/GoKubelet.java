package dev.jubelet.acceptance.cluster;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.jubelet.acceptance.RealNode;
import dev.jubelet.acceptance.host.HostCgroups;
import dev.jubelet.acceptance.host.MachineLock;
import dev.jubelet.app.host.DirectoryTree;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What the Go kubelet needs on this machine, and what it changes outside of its directories. Its
 * fixed places bear one of them at a time.
 */
public final class GoKubelet implements AutoCloseable {
  /** It sets them for the whole machine, whatever they were. */
  private static final List<Path> KERNEL_SETTINGS =
      List.of(
          Path.of("/proc/sys/vm/overcommit_memory"),
          Path.of("/proc/sys/vm/panic_on_oom"),
          Path.of("/proc/sys/kernel/panic"),
          Path.of("/proc/sys/kernel/panic_on_oops"),
          Path.of("/proc/sys/kernel/keys/root_maxkeys"),
          Path.of("/proc/sys/kernel/keys/root_maxbytes"));

  /** The socket for device plugins is there, whatever the root directory. */
  private static final Path FIXED_ROOT = Path.of("/var/lib/kubelet");

  private final MachineLock alone = MachineLock.take("go-kubelet");
  private final Map<Path, String> before = new TreeMap<>();
  private final boolean rootWasThere = Files.exists(FIXED_ROOT);

  private GoKubelet() {}

  /** Notes how the machine is, and makes what has to be there. */
  public static GoKubelet prepare(String cgroupRoot) {
    GoKubelet kubelet = new GoKubelet();
    try {
      for (Path setting : KERNEL_SETTINGS) {
        if (Files.exists(setting)) {
          kubelet.before.put(setting, read(setting));
        }
      }
      for (Path hierarchy : HostCgroups.hierarchies()) {
        // It refuses a cgroup root that is not in every hierarchy.
        Path group = Files.createDirectories(hierarchy.resolve(cgroupRoot));
        for (String list : List.of("cpuset.cpus", "cpuset.mems")) {
          if (Files.exists(group.resolve(list)) && Files.exists(hierarchy.resolve(list))) {
            Files.writeString(group.resolve(list), Files.readString(hierarchy.resolve(list)));
          }
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return kubelet;
  }

  /** Lines of its configuration beside those that every kubelet gets. */
  static List<String> configuration(RealNode node) {
    return configuration(node.directory());
  }

  /** The same, for a node whose files are beneath a directory. */
  public static List<String> configuration(Path directory) {
    return List.of(
        // Machines with the old cgroup layout are refused otherwise.
        "failCgroupV1: false",
        "volumePluginDir: " + directory.resolve("volume-plugins"),
        // A disk that is nearly full for other reasons must not end pods or remove their images.
        "imageGCHighThresholdPercent: 100",
        "evictionHard: {memory.available: 50Mi, nodefs.available: 1%, imagefs.available: 1%}");
  }

  /** Makes the machine's settings what they were. */
  @Override
  public void close() {
    try {
      for (Map.Entry<Path, String> setting : before.entrySet()) {
        if (!read(setting.getKey()).equals(setting.getValue())) {
          Files.writeString(setting.getKey(), setting.getValue());
        }
      }
      if (!rootWasThere && Files.exists(FIXED_ROOT)) {
        DirectoryTree.delete(FIXED_ROOT);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      alone.close();
    }
  }

  /** In one read: files in /proc/sys are at their end after the first, however short it was. */
  private static String read(Path setting) throws IOException {
    byte[] content = new byte[64];
    try (FileInputStream in = new FileInputStream(setting.toFile())) {
      return new String(content, 0, Math.max(0, in.read(content)), US_ASCII);
    }
  }
}
