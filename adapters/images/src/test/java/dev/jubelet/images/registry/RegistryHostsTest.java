package dev.jubelet.images.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jubelet.ports.OutsideFailure;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class RegistryHostsTest {
  @TempDir Path directory = Path.of("");

  private List<RegistryHost> hosts(String domain) {
    return new RegistryHosts(directory).of(domain);
  }

  private Path write(String name, String text) throws IOException {
    Path place = Files.createDirectories(directory.resolve(name));
    Files.writeString(place.resolve("hosts.toml"), text);
    return place;
  }

  @ParameterizedTest
  @CsvSource({
    "docker.io, https://registry-1.docker.io/v2, false",
    "quay.io, https://quay.io/v2, false",
    "registry.example:5000, https://registry.example:5000/v2, false",
    "localhost:5000, https://localhost:5000/v2, true",
    "127.0.0.1:5000, https://127.0.0.1:5000/v2, true",
    "[::1]:5000, https://[::1]:5000/v2, true"
  })
  void withoutConfigurationTheRegistryItselfIsAsked(String domain, URI base, boolean plainToo) {
    for (RegistryHosts configuration :
        List.of(new RegistryHosts(null), new RegistryHosts(directory))) {
      RegistryHost host = configuration.of(domain).getFirst();
      assertThat(host.base()).isEqualTo(base);
      assertThat(host.plainToo()).isEqualTo(plainToo);
      assertThat(host.tls().unverified()).isEqualTo(plainToo);
      assertThat(host.own()).isTrue();
    }
  }

  @Test
  void mirrorsComeFirstInTheOrderOfTheFileWithAllTheirSettings() throws IOException {
    Path place =
        write(
            "docker.io",
            """
            server = "https://registry-1.docker.io"   # the hub

            [host."https://mirror.example:8443/path"]
              capabilities = ["pull"]
              ca = ["ca.pem", "/etc/other.pem"]
              client = [["client.cert", "client.key"], "both.pem"]
              dial_timeout = "1500ms"
              [host."https://mirror.example:8443/path".header]
                x-one = "1"
                x-two = ["a", "b"]

            [host."http://plain.example"]
              capabilities = ["pull", "resolve"]
              override_path = true
              skip_verify = true
            """);
    List<RegistryHost> hosts = hosts("docker.io");
    assertThat(hosts)
        .extracting(RegistryHost::base)
        .containsExactly(
            URI.create("https://mirror.example:8443/path/v2"),
            URI.create("http://plain.example"),
            URI.create("https://registry-1.docker.io/v2"));
    RegistryHost mirror = hosts.getFirst();
    assertThat(mirror.resolves()).isFalse();
    assertThat(mirror.pulls()).isTrue();
    assertThat(mirror.own()).isFalse();
    assertThat(mirror.connect()).isEqualTo(Duration.ofMillis(1500));
    assertThat(mirror.headers())
        .isEqualTo(Map.of("x-one", List.of("1"), "x-two", List.of("a", "b")));
    assertThat(mirror.tls().authorities())
        .containsExactly(place.resolve("ca.pem"), Path.of("/etc/other.pem"));
    assertThat(mirror.tls().clients())
        .containsExactly(
            new RegistryHost.Pair(place.resolve("client.cert"), place.resolve("client.key")),
            new RegistryHost.Pair(place.resolve("both.pem"), place.resolve("both.pem")));
    assertThat(hosts.get(1).tls().unverified()).isTrue();
    assertThat(hosts.getLast().own()).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "registry.example:5000, registry.example_5000_",
    "registry.example:5000, registry.example:5000",
    "registry.example, registry.example",
    "registry.example, _default"
  })
  void theDirectoryIsFoundByEveryNameThatContainerdKnows(String domain, String name)
      throws IOException {
    write(name, "[host.\"http://mirror\"]\n");
    assertThat(hosts(domain)).hasSize(2);
    assertThat(hosts(domain).getLast().base()).hasToString("https://" + domain + "/v2");
  }

  @Test
  void certificatesInTheMannerOfDockerAreTaken() throws IOException {
    Path place = Files.createDirectories(directory.resolve("registry.example"));
    for (String name : List.of("ca.crt", "client.cert", "client.key")) {
      Files.writeString(place.resolve(name), "");
    }
    RegistryHost.Tls tls = hosts("registry.example").getFirst().tls();
    assertThat(tls.authorities()).containsExactly(place.resolve("ca.crt"));
    assertThat(tls.clients())
        .containsExactly(
            new RegistryHost.Pair(place.resolve("client.cert"), place.resolve("client.key")));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "server = ",
        "server = 5",
        "server = \"unended",
        "= 5",
        "[host",
        "[[host]]",
        "[host.\"ftp://mirror\"]",
        "[host.\"http://\"]",
        "host = \"x\"\n[host.y]",
        "unheard_of = true",
        "capabilities = [1]",
        "capabilities = [\"pull\" \"resolve\"]",
        "dial_timeout = \"soon\"",
        "client = [[\"a\", \"b\", \"c\"]]",
        "header = 5",
        "server = \"a\"\nserver = \"b\"",
        "server = \"a\" b"
      })
  void whatCannotBeUnderstoodIsSaidWithTheFile(String text) throws IOException {
    write("registry.example", text + "\n");
    assertThatThrownBy(() -> hosts("registry.example"))
        .isInstanceOf(OutsideFailure.class)
        .hasMessageContaining("hosts.toml");
  }

  @Test
  void deepNestingDoesNotOverflow() throws IOException {
    write("registry.example", "capabilities = " + "[".repeat(100_000));
    assertThatThrownBy(() -> hosts("registry.example")).isInstanceOf(OutsideFailure.class);
  }

  @ParameterizedTest
  @CsvSource({
    "https://registry-1.docker.io/v2, https://auth.docker.io/token, true",
    "https://quay.io/v2, https://quay.io/auth, true",
    "http://localhost:5000/v2, http://localhost:5001/token, true",
    "http://localhost:5000/v2, http://127.0.0.1:5000/token, false",
    "https://10.0.0.1/v2, https://10.0.0.2/token, false",
    "https://1.2.3.4/v2, https://9.9.3.4/token, false",
    "https://registry.example.org/v2, https://evil.example.com/token, false"
  })
  void credentialsAreForOneSite(URI registry, URI realm, boolean same) {
    assertThat(RegistryAuth.sameSite(registry, realm)).isEqualTo(same);
  }
}
