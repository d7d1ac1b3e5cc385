package dev.jubelet.images;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.images.pull.LayerProgress;
import dev.jubelet.images.registry.ProxyRules;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RegistryTlsTest {
  private static final String PASSWORD = "changeit";

  @TempDir Path directory = Path.of("");

  @BeforeEach
  void needRoot() {
    Assumptions.assumeTrue("root".equals(System.getProperty("user.name")), "needs root");
  }

  /** A server certificate that signs itself; its PEM is beside the key store. */
  private Path keys(String name, String alternative, String... more) throws Exception {
    Path store = directory.resolve(name + ".p12");
    List<String> words = new ArrayList<>(List.of("-genkeypair", "-keyalg", "EC"));
    words.addAll(List.of("-alias", "key", "-dname", "CN=" + name, "-ext", "san=" + alternative));
    words.addAll(List.of(more));
    keytool(store, words);
    keytool(
        store, List.of("-exportcert", "-rfc", "-alias", "key", "-file", store.toString() + ".pem"));
    return store;
  }

  private static void keytool(Path store, List<String> words) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    command.addAll(words);
    command.addAll(List.of("-keystore", store.toString(), "-storepass", PASSWORD));
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).isZero();
  }

  private static TestRegistry registry(Path keys) throws IOException, GeneralSecurityException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    try (InputStream in = new FileInputStream(keys.toFile())) {
      store.load(in, PASSWORD.toCharArray());
    }
    KeyManagerFactory factory =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    factory.init(store, PASSWORD.toCharArray());
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(factory.getKeyManagers(), null, null);
    ServerSocket server =
        context
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
      return store.pull(
          "registry.example/" + TestImage.REPOSITORY + ":1", null, LayerProgress.Listener.NOBODY);
    }
  }

  @Test
  void aCertificateIsBelievedWhenSomebodyVouchesForIt() throws Exception {
    Path keys = keys("good", "dns:localhost");
    try (TestRegistry registry = registry(keys)) {
      assertThat(pull(registry, "")).isInstanceOf(PullResult.Failed.class);
      assertThat(pull(registry, "ca = \"" + keys + ".pem\"")).isInstanceOf(PullResult.Pulled.class);
      assertThat(pull(registry, "skip_verify = true")).isInstanceOf(PullResult.Pulled.class);
      assertThat(pull(registry, "ca = \"missing.pem\"")).isInstanceOf(PullResult.Failed.class);
    }
  }

  @Test
  void aCertificateForAnotherNameOrOfAnotherTimeIsNotBelieved() throws Exception {
    for (Path keys :
        List.of(
            keys("other", "dns:registry.example"),
            keys("old", "dns:localhost", "-startdate", "-10d", "-validity", "1"))) {
      try (TestRegistry registry = registry(keys)) {
        assertThat(pull(registry, "ca = \"" + keys + ".pem\""))
            .isInstanceOf(PullResult.Failed.class);
        assertThat(registry.requests()).isEmpty();
      }
    }
  }
}
