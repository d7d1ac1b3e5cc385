package dev.jubelet.runtime.inventory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.linux.cgroup.CgroupLayout;
import dev.jubelet.linux.mount.MountTable;
import dev.jubelet.runtime.oci.input.HostDevice;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class MachineCapabilitiesTest {
  @Test
  void findsTheDeviceBehindALink(@TempDir Path directory) throws Exception {
    Path link = Files.createSymbolicLink(directory.resolve("disk"), Path.of("/dev/null"));
    Path nothing = directory.resolve("nothing");
    MachineCapabilities look =
        new MachineCapabilities(CgroupLayout.discover(MountTable.read()), List.of(), "");

    List<HostDevice> found =
        look.factsWithDevices(List.of(link.toString(), nothing.toString(), directory.toString()))
            .devices();

    assertThat(found)
        .filteredOn(device -> device.path().startsWith(directory.toString()))
        .singleElement()
        .satisfies(device -> {
          assertThat(device.path()).isEqualTo(link.toString());
          assertThat(device.type()).isEqualTo("c");
          assertThat(device.major()).isEqualTo(1);
          assertThat(device.minor()).isEqualTo(3);
        });
  }
}
