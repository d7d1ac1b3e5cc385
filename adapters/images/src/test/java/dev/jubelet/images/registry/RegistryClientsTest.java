package dev.jubelet.images.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import dev.jubelet.testkit.Await;
import java.io.IOException;
import java.net.ProxySelector;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class RegistryClientsTest {
  private static RegistryHost host(int number) {
    return new RegistryHost(
        URI.create("https://127.0.1." + number + ":1/v2"),
        true,
        true,
        true,
        new RegistryHost.Tls(List.of(), List.of(), true),
        Map.of(),
        RegistryHost.CONNECT,
        false);
  }

  private static RegistryClients clients(int most) {
    return new RegistryClients(_ -> HttpClient.newHttpClient(), most, Duration.ofMillis(20));
  }

  private static HttpClient client(RegistryClients clients, int number)
      throws IOException, InterruptedException {
    return clients.use(host(number), each -> each);
  }

  @Test
  void twoHundredHostsCostNoMoreThanAFew() throws IOException {
    ProxySelector none = ProxySelector.of(null);
    try (RegistryHttp http = new RegistryHttp(none, Duration.ofSeconds(5))) {
      refuses(http, 201);
      long threads = selectors();
      long descriptors = descriptors();
      for (int i = 1; i <= 200; i++) {
        refuses(http, i);
      }
      Await.until(
          "closed clients give back their threads",
          () -> selectors() <= threads + RegistryClients.MOST);
      assertThat(descriptors()).isLessThan(descriptors + 5 * RegistryClients.MOST);
    }
  }

  private static void refuses(RegistryHttp http, int number) {
    RegistryHost host = host(number);
    assertThatExceptionOfType(OutsideFailure.class)
        .isThrownBy(() ->
            http.sendOnce(
                host, RegistryHttp.Ask.get(URI.create(host.base() + "/"), Map.of(), ""), true))
        .satisfies(failed -> assertThat(failed.kind()).isEqualTo(FailureKind.UNAVAILABLE));
  }

  private static long selectors() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().contains("SelectorManager"))
        .count();
  }

  private static long descriptors() throws IOException {
    try (Stream<Path> open = Files.list(Path.of("/proc/self/fd"))) {
      return open.count();
    }
  }

  @Test
  void keepsTheClientsThatAreUsed() throws Exception {
    try (RegistryClients clients = clients(2)) {
      HttpClient first = client(clients, 1);
      HttpClient second = client(clients, 2);
      assertThat(client(clients, 1)).isSameAs(first);
      HttpClient _ = client(clients, 3);
      assertThat(client(clients, 1)).isSameAs(first);
      assertThat(client(clients, 2)).isNotSameAs(second);
      assertThat(clients.size()).isEqualTo(2);
    }
  }

  @Test
  void aHostWaitsAndIsRefusedWhileAllClientsAreBusy() throws Exception {
    try (RegistryClients clients = clients(1)) {
      assertThatExceptionOfType(OutsideFailure.class)
          .isThrownBy(() -> clients.use(host(1), _ -> client(clients, 2)))
          .withMessageContaining("too many other registries")
          .satisfies(failed -> assertThat(failed.kind()).isEqualTo(FailureKind.EXHAUSTED));
      assertThat(client(clients, 2)).isNotNull();
    }
  }

  @Test
  void closesWhatNobodyUses() throws Exception {
    try (RegistryClients clients = clients(4)) {
      HttpClient busy =
          clients.use(
              host(1),
              client -> {
                HttpClient _ = client(clients, 2);
                clients.closeIdle(Duration.ZERO);
                assertThat(clients.size()).isEqualTo(1);
                return client;
              });
      clients.closeIdle(Duration.ofHours(1));
      assertThat(clients.size()).isEqualTo(1);
      clients.closeIdle(Duration.ZERO);
      assertThat(clients.size()).isZero();
      assertThat(busy.awaitTermination(Duration.ofSeconds(30))).isTrue();
    }
  }
}
