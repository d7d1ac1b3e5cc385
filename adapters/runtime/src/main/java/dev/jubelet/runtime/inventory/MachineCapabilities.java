package dev.jubelet.runtime.inventory;

import dev.jubelet.linux.NodeMachine;
import dev.jubelet.linux.cgroup.CgroupLayout;
import dev.jubelet.runtime.oci.SpecCapabilities;
import dev.jubelet.runtime.oci.input.HostDevice;
import dev.jubelet.runtime.oci.input.HostFacts;
import dev.jubelet.runtime.oci.input.HostFactsBuilder;
import dev.jubelet.runtime.oci.input.Rlimit;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What the machine allows us, as far as containers are concerned. */
public final class MachineCapabilities {
  private static final Path STATUS = Path.of("/proc/self/status");
  private static final Path DEV = Path.of("/dev");
  // Made anew for each container, or none of its business.
  private static final Set<String> OTHERS = Set.of("pts", "shm", "mqueue", "fd", "console");
  private static final int TYPE = 0170000;
  private static final int CHARACTERS = 0020000;
  private static final int BLOCKS = 0060000;
  private static final int PERMISSIONS = 0777;
  private static final int DEPTH_MAX = 8;

  private final HostFacts withoutDevices;

  /**
   * @param ulimits of every container; what is not among them is inherited from us
   * @param appArmorDefault the profile of containers that name none; empty when none is loaded
   */
  public MachineCapabilities(CgroupLayout layout, List<Rlimit> ulimits, String appArmorDefault) {
    String status = KernelFigures.text(STATUS);
    withoutDevices =
        new HostFacts(
            new HostFacts.Cgroups(
                layout.unified(), controller(layout, "hugetlb"), countsSwap(layout)),
            new HostFacts.SecurityModules(
                status.contains("\nSeccomp:"),
                DefaultAppArmor.there(),
                appArmorDefault,
                Files.exists(Path.of("/sys/fs/selinux/enforce"))),
            (int) KernelFigures.number(KernelFigures.text(Path.of("/proc/self/oom_score_adj"))),
            SpecCapabilities.named(mask(status)),
            new HostFacts.Limits(
                ulimits, Rlimit.ofKernel(KernelFigures.text(Path.of("/proc/self/limits")))),
            System.getProperty("os.arch", "").equals("aarch64") ? "aarch64" : "x86_64",
            new NodeMachine().kernelVersion(),
            List.of());
  }

  public HostFacts facts() {
    return withoutDevices;
  }

  /**
   * With the devices that are there now; to look costs something.
   *
   * @param named further places that somebody asks for: links, which other runtimes follow too, and
   *     devices outside of /dev
   */
  public HostFacts factsWithDevices(List<String> named) {
    List<HostDevice> devices = new ArrayList<>();
    collect(DEV, devices, 0);
    named.forEach(path -> follow(Path.of(path), devices));
    return HostFactsBuilder.builder(withoutDevices).devices(devices).build();
  }

  private static boolean controller(CgroupLayout layout, String name) {
    return layout.unified()
        ? KernelFigures.text(layout.hierarchies().getFirst().mount().resolve("cgroup.controllers"))
            .contains(name)
        : layout.hierarchies().stream().anyMatch(each -> each.controllers().contains(name));
  }

  private static boolean countsSwap(CgroupLayout layout) {
    for (CgroupLayout.Hierarchy each : layout.hierarchies()) {
      if (each.controllers().contains("memory")) {
        return Files.exists(each.mount().resolve("memory.memsw.limit_in_bytes"));
      }
      if (layout.unified()) {
        // The root of all has no limits: its children tell.
        try (DirectoryStream<Path> children =
            Files.newDirectoryStream(each.mount(), Files::isDirectory)) {
          for (Path child : children) {
            if (Files.exists(child.resolve("memory.swap.max"))) {
              return true;
            }
          }
        } catch (IOException unreadable) {
          return false;
        }
      }
    }
    return false;
  }

  /** A device goes by the name that led to it. */
  private static void follow(Path named, List<HostDevice> devices) {
    if (devices.stream().anyMatch(device -> device.path().equals(named.toString()))) {
      return;
    }
    try {
      // A directory in /dev has been looked through; others are no place for devices.
      device(named).ifPresent(devices::add);
    } catch (IOException absent) {
      // Whoever needs it says that there is no such device.
    }
  }

  private static void collect(Path directory, List<HostDevice> devices, int depth) {
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
      for (Path entry : entries) {
        if (depth == 0 && OTHERS.contains(entry.getFileName().toString())) {
          continue;
        }
        Optional<HostDevice> device = device(entry, LinkOption.NOFOLLOW_LINKS);
        device.ifPresent(devices::add);
        if (device.isEmpty()
            && depth < DEPTH_MAX
            && Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS)) {
          collect(entry, devices, depth + 1);
        }
      }
    } catch (IOException gone) {
      // Devices come and go while one looks.
    }
  }

  /** Empty for what is no device. */
  private static Optional<HostDevice> device(Path path, LinkOption... links) throws IOException {
    Map<String, Object> facts = Files.readAttributes(path, "unix:mode,rdev,uid,gid", links);
    int mode = (int) number(facts, "mode");
    int type = mode & TYPE;
    if (type != CHARACTERS && type != BLOCKS) {
      return Optional.empty();
    }
    // makedev(3): the low 8 and the high 24 bits of the minor number are apart.
    long rdev = number(facts, "rdev");
    return Optional.of(
        new HostDevice(
            path.toString(),
            type == CHARACTERS ? "c" : "b",
            ((rdev >>> 8) & 0xfff) | ((rdev >>> 32) & ~0xfffL),
            (rdev & 0xff) | ((rdev >>> 12) & 0xffffff00L),
            mode & PERMISSIONS,
            number(facts, "uid"),
            number(facts, "gid")));
  }

  private static long number(Map<String, Object> facts, String name) {
    return facts.get(name) instanceof Number number ? number.longValue() : 0;
  }

  private static long mask(String status) {
    return status
        .lines()
        .filter(line -> line.startsWith("CapEff:"))
        .mapToLong(
            line -> HexFormat.fromHexDigitsToLong(line.substring("CapEff:".length()).strip()))
        .findFirst()
        .orElse(0);
  }
}
