package dev.jubelet.app.assembly;

import dev.jubelet.decide.resources.MachineFacts;
import dev.jubelet.linux.HugePageSize;
import dev.jubelet.linux.NodeMachine;
import dev.jubelet.linux.cgroup.CgroupLayout;
import dev.jubelet.model.runtime.RuntimeFeatures;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What the kernel of this machine can do, as far as containers are told.
 *
 * @param root of the machine; in tests a directory that looks like one
 */
record MachineAbilities(Path root) {
  MachineFacts facts(CgroupLayout cgroups, NodeMachine machine, RuntimeFeatures runtime) {
    return new MachineFacts(
        cgroups.unified(),
        swapController(cgroups),
        selinux(),
        apparmor(),
        runtime,
        machine.hugePages().keySet().stream().map(HugePageSize::cgroupName).toList(),
        thermalThrottles(),
        machine.swapBytes());
  }

  /** The root of a v2 tree has no limits, so our own group there is asked. */
  boolean swapController(CgroupLayout cgroups) {
    if (!cgroups.unified()) {
      return cgroups.hierarchies().stream()
          .filter(hierarchy -> hierarchy.controllers().contains("memory"))
          .anyMatch(
              hierarchy -> Files.exists(hierarchy.mount().resolve("memory.memsw.limit_in_bytes")));
    }
    String own = ownGroup();
    return cgroups.hierarchies().stream()
        .anyMatch(
            hierarchy -> Files.exists(hierarchy.mount().resolve(own).resolve("memory.swap.max")));
  }

  /** cgroups(7): the line of a v2 tree is {@code 0::/path}. */
  private String ownGroup() {
    try {
      return Files.readAllLines(root.resolve("proc/self/cgroup")).stream()
          .filter(line -> line.startsWith("0::/"))
          .map(line -> line.substring("0::/".length()))
          .findFirst()
          .orElse("");
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  boolean selinux() {
    return Files.exists(root.resolve("sys/fs/selinux/enforce"));
  }

  /** The kernel has it and uses it. */
  boolean apparmor() {
    try {
      return Files.exists(root.resolve("sys/kernel/security/apparmor"))
          && Files.readString(root.resolve("sys/module/apparmor/parameters/enabled"))
              .startsWith("Y");
    } catch (NoSuchFileException without) {
      return false;
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  /** Kubernetes hides them: how warm a CPU is tells what other containers do. */
  List<String> thermalThrottles() {
    List<String> found = new ArrayList<>();
    Path cpus = root.resolve("sys/devices/system/cpu");
    try (DirectoryStream<Path> each = Files.newDirectoryStream(cpus, "cpu[0-9]*")) {
      for (Path cpu : each) {
        if (Files.isDirectory(cpu.resolve("thermal_throttle"))) {
          found.add("/sys/devices/system/cpu/" + cpu.getFileName() + "/thermal_throttle");
        }
      }
    } catch (NoSuchFileException notTold) {
      return List.of();
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
    found.sort(null);
    return found;
  }
}
