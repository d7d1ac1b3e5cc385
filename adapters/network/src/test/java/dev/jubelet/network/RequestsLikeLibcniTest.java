package dev.jubelet.network;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.model.container.Protocol;
import dev.jubelet.model.runtime.config.PortMapping;
import dev.jubelet.model.runtime.config.SandboxConfig;
import dev.jubelet.model.runtime.config.SandboxConfigBuilder;
import dev.jubelet.network.CniNetworks.Attached;
import dev.jubelet.network.CniNetworks.Detached;
import dev.jubelet.network.CniNetworks.Status;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The records were made by libcni itself (src/test/libcni). */
@Timeout(60)
final class RequestsLikeLibcniTest {
  @TempDir Path temp;

  @ParameterizedTest
  @ValueSource(strings = {"0.3.1", "0.4.0", "1.0.0", "1.1.0"})
  void asksPluginsByteForByteWhatLibcniAsksAndKeepsTheSameCache(String version) throws Exception {
    Recorder machine = new Recorder(temp);
    String form = version.startsWith("1") ? "new" : "old";
    for (String plugin : List.of("first", "second")) {
      machine.recording(
          plugin, Recorder.resource(plugin + "-" + form + ".json").replace("VERSION", version));
    }
    machine.configure(
        "10.conflist", Recorder.resource("network.conflist").replace("VERSION", version));
    try (CniNetworks networks = machine.networks(Duration.ofSeconds(20))) {
      assertThat(networks.attach(pod())).isInstanceOf(Attached.Done.class);
      String cache = Files.readString(machine.cached("shop-net", "sandbox-1"));
      networks.check("sandbox-1");
      assertThat(networks.status()).isEqualTo(new Status.Ready("shop-net"));
      assertThat(networks.collect(() -> Set.of("sandbox-1")).failures()).isEmpty();
      assertThat(networks.detach("sandbox-1")).isEqualTo(new Detached.Done());
      assertThat(machine.log() + "cache " + cache + "\n")
          .isEqualTo(Recorder.resource(version + ".txt"));
      assertThat(machine.cached("shop-net", "sandbox-1")).doesNotExist();
    }
  }

  private static NetworkPod pod() {
    SandboxConfig config =
        TestPods.config("shop", "web-0", "uid-7", new PortMapping(Protocol.TCP, 80, 8080, ""));
    return new NetworkPod(
        "sandbox-1",
        Path.of("/proc/self/ns/net"),
        SandboxConfigBuilder.builder(config).cgroupParent("/pods/<web>&0").build(),
        Optional.of(new NetworkPod.Bandwidth(1000000, 2000, 3000, 4000)));
  }
}
