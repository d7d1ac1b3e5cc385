package dev.jubelet.linux;

import dev.jubelet.linux.kernel.KernelText;
import dev.jubelet.model.runtime.config.DnsSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** What this machine is and has, read anew with each call. */
public final class NodeMachine {
  private static final long KIB = 1024;

  private final Path root;

  public NodeMachine() {
    this(Path.of("/"));
  }

  public NodeMachine(Path root) {
    this.root = root;
  }

  /** Processors of the machine, which may be more than this process is allowed to use. */
  public int cpus() {
    return read("sys/devices/system/cpu/online")
        .map(NodeMachine::countOfList)
        .orElseGet(() -> Runtime.getRuntime().availableProcessors());
  }

  public long memoryBytes() {
    return meminfo("MemTotal");
  }

  public long swapBytes() {
    return meminfo("SwapTotal");
  }

  /** Page sizes and how many pages of each are set aside. */
  public Map<HugePageSize, Long> hugePages() {
    Map<HugePageSize, Long> pages = new TreeMap<>();
    Path directory = root.resolve("sys/kernel/mm/hugepages");
    try (DirectoryStream<Path> sizes = Files.newDirectoryStream(directory, "hugepages-*")) {
      for (Path size : sizes) {
        long count = Long.parseLong(KernelText.read(size.resolve("nr_hugepages")).strip());
        pages.put(HugePageSize.parse(String.valueOf(size.getFileName())), count);
      }
    } catch (NoSuchFileException kernelWithoutHugePages) {
      return Map.of();
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
    return pages;
  }

  public String kernelVersion() {
    return read("proc/sys/kernel/osrelease").orElse("");
  }

  public String bootId() {
    return read("proc/sys/kernel/random/boot_id").orElse("");
  }

  public String machineId() {
    return read("etc/machine-id").or(() -> read("var/lib/dbus/machine-id")).orElse("");
  }

  public String systemUuid() {
    return read("sys/class/dmi/id/product_uuid").orElseGet(this::machineId);
  }

  /** As the distribution calls itself. */
  public String osImage() {
    return read("etc/os-release")
        .or(() -> read("usr/lib/os-release"))
        .flatMap(content ->
            content
                .lines()
                .filter(line -> line.startsWith("PRETTY_NAME="))
                .map(line -> line.substring(line.indexOf('=') + 1).replace("\"", ""))
                .findFirst())
        .orElse("Linux");
  }

  /** Kubernetes: names of nodes are in lower case. */
  public String hostName() {
    return read("proc/sys/kernel/hostname").orElse("localhost").toLowerCase(Locale.ROOT);
  }

  public String operatingSystem() {
    return "linux";
  }

  /** In the words of Kubernetes, which are those of Go. */
  public String architecture() {
    return architecture(System.getProperty("os.arch", ""));
  }

  static String architecture(String javaName) {
    return switch (javaName) {
      case "x86_64", "amd64" -> "amd64";
      case "aarch64", "arm64" -> "arm64";
      case "x86", "i386", "i686" -> "386";
      default -> javaName;
    };
  }

  /**
   * The settings of a resolv.conf within the limits of Kubernetes.
   *
   * @param resolvConf a path, or "" for none, as in the kubelet's configuration
   */
  public DnsSettings hostDns(String resolvConf) throws IOException {
    if (resolvConf.isEmpty()) {
      return DnsSettings.NONE;
    }
    return ResolvConf.parse(Files.readString(Path.of(resolvConf)));
  }

  /** Addresses by which others reach this node, IPv4 first; empty when it has none. */
  public List<String> addresses() {
    return NodeAddresses.choose(
        NodeAddresses.interfaces(),
        NodeAddresses.defaultInterfaces(
            read("proc/net/route").orElse(""), read("proc/net/ipv6_route").orElse("")));
  }

  private long meminfo(String name) {
    return read("proc/meminfo")
        .orElse("")
        .lines()
        .filter(line -> line.startsWith(name + ":"))
        .map(line -> line.replaceAll("[^0-9]", ""))
        .mapToLong(kib -> Long.parseLong(kib) * KIB)
        .findFirst()
        .orElse(0);
  }

  private Optional<String> read(String file) {
    try {
      String content = KernelText.read(root.resolve(file)).strip();
      return content.isEmpty() ? Optional.empty() : Optional.of(content);
    } catch (IOException absentHere) {
      return Optional.empty();
    }
  }

  /** Members of a list such as {@code 0-3,8}. */
  static int countOfList(String list) {
    int count = 0;
    for (String range : list.split(",", -1)) {
      String[] ends = range.strip().split("-", 2);
      int first = Integer.parseInt(ends[0]);
      count += ends.length == 1 ? 1 : Integer.parseInt(ends[1]) - first + 1;
    }
    return count;
  }
}
