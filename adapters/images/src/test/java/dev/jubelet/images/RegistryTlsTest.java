package dev.jubelet.images;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.images.registry.ProxyRules;
import dev.jubelet.testkit.Needed;
import dev.jubelet.testkit.tls.SelfSignedServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("long")
final class RegistryTlsTest {
  @TempDir Path directory = Path.of("");

  @BeforeEach
  void needRoot() {
    Needed.root();
  }

  private static SelfSignedServer keys(String name, String alternative, String... more)
      throws IOException, GeneralSecurityException {
    List<String> options = new ArrayList<>(List.of("-ext", "san=" + alternative));
    options.addAll(List.of(more));
    return SelfSignedServer.create(name, options.toArray(String[]::new));
  }

  /** The setting that makes somebody believe it. */
  private String authority(SelfSignedServer keys) throws IOException, GeneralSecurityException {
    Path file = Files.createTempFile(directory, "authority", ".pem");
    return "ca = \"" + Files.writeString(file, keys.pem()) + "\"";
  }

  private static TestRegistry registry(SelfSignedServer keys)
      throws IOException, GeneralSecurityException {
    ServerSocket server =
        keys.context()
            .getServerSocketFactory()
            .createServerSocket(0, 50, InetAddress.getByName("127.0.0.1"));
    TestRegistry registry = new TestRegistry(server);
    TestImage.small().servedBy(registry);
    return registry;
  }

  private PullResult pull(TestRegistry registry, String settings) throws IOException {
    Path hosts = Files.createDirectories(directory.resolve("hosts/registry.example"));
    Files.writeString(
        hosts.resolve("hosts.toml"),
        "server = \"https://" + registry.host() + "\"\n" + settings + "\n");
    Path root = Files.createTempDirectory(directory, "store");
    try (ImageStore store =
        new ImageStore(
            ImageStoreSettings.at(root)
                .withRegistries(directory.resolve("hosts"), new ProxyRules(Map.of())))) {
      return store.pull("registry.example/" + TestImage.REPOSITORY + ":1", null);
    }
  }

  @Test
  void aCertificateIsBelievedWhenSomebodyVouchesForIt() throws Exception {
    SelfSignedServer keys = keys("good", "dns:localhost");
    try (TestRegistry registry = registry(keys)) {
      assertThat(pull(registry, "")).isInstanceOf(PullResult.Failed.class);
      assertThat(pull(registry, authority(keys))).isInstanceOf(PullResult.Pulled.class);
      assertThat(pull(registry, "skip_verify = true")).isInstanceOf(PullResult.Pulled.class);
      assertThat(pull(registry, "ca = \"missing.pem\"")).isInstanceOf(PullResult.Failed.class);
    }
  }

  @Test
  void aCertificateForAnotherNameOrOfAnotherTimeIsNotBelieved() throws Exception {
    for (SelfSignedServer keys :
        List.of(
            keys("other", "dns:registry.example"),
            keys("old", "dns:localhost", "-startdate", "-10d", "-validity", "1"))) {
      try (TestRegistry registry = registry(keys)) {
        assertThat(pull(registry, authority(keys))).isInstanceOf(PullResult.Failed.class);
        assertThat(registry.requests()).isEmpty();
      }
    }
  }
}
