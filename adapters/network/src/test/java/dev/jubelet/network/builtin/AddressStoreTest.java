package dev.jubelet.network.builtin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.network.plugin.CniCall;
import dev.jubelet.network.plugin.Deadline;
import dev.jubelet.network.result.IpNetwork;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class AddressStoreTest {
  @TempDir Path directory = Path.of("");

  @Test
  void whatADeadWriterLeftGoesWithTheNextRelease() throws IOException {
    Files.createFile(directory.resolve(".new-10.1.0.9"));
    try (AddressStore store = AddressStore.open(directory, Duration.ofSeconds(5))) {
      store.reserve(IpNetwork.address("10.1.0.2"), "one", "eth0", 0);
      store.reserve(IpNetwork.address("10.1.0.3"), "other", "eth0", 0);
      store.release("one", "eth0");
    }
    assertThat(directory).isDirectoryNotContaining("glob:**/.new-*");
    assertThat(directory.resolve("10.1.0.2")).doesNotExist();
    assertThat(directory.resolve("10.1.0.3")).exists();
  }

  /** A full disk did not take the first pod's address, and that pod must go all the same. */
  @Test
  void nothingIsMadeToTakeNothingBack() {
    Path absent = directory.resolve("absent");
    String config =
        """
        {"cniVersion": "1.0.0", "name": "net", "type": "host-local",
         "ipam": {"type": "host-local", "subnet": "10.1.0.0/24", "dataDir": "%s"}}
        """
            .formatted(absent);
    CniCall call =
        new CniCall(CniCall.Command.DEL, "one", "", "eth0", List.of(), List.of(), config);
    assertThat(new HostLocal().call(call, Deadline.in(Duration.ofSeconds(5)))).isEmpty();
    assertThat(absent).doesNotExist();
  }
}
