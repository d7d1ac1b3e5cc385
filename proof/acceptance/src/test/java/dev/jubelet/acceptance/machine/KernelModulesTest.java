package dev.jubelet.acceptance.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class KernelModulesTest {
  @TempDir Path directory;

  @BeforeEach
  void writeDependencies() throws IOException {
    Files.writeString(
        directory.resolve("modules.dep"),
        """
        kernel/net/bridge/bridge.ko: kernel/net/802/stp.ko kernel/net/llc/llc.ko
        kernel/net/802/stp.ko: kernel/net/llc/llc.ko
        kernel/net/llc/llc.ko:
        kernel/drivers/virtio-pci.ko:
        """);
  }

  @Test
  void eachModuleComesOnceAndAfterWhatItNeeds() throws IOException {
    assertThat(new KernelModules(directory).inOrder(List.of("bridge", "stp", "virtio_pci")))
        .containsExactly(
            directory.resolve("kernel/net/llc/llc.ko"),
            directory.resolve("kernel/net/802/stp.ko"),
            directory.resolve("kernel/net/bridge/bridge.ko"),
            directory.resolve("kernel/drivers/virtio-pci.ko"));
  }

  @Test
  void saysWhichModuleTheKernelDoesNotHave() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new KernelModules(directory).inOrder(List.of("veth")))
        .withMessageContaining("veth");
  }
}
