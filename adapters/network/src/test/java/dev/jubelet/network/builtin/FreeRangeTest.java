package dev.jubelet.network.builtin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.network.result.IpNetwork;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class FreeRangeTest {
  private static final List<IpNetwork> CANDIDATES =
      List.of(
          IpNetwork.parse("10.208.0.0/20"),
          IpNetwork.parse("10.208.16.0/20"),
          IpNetwork.parse("172.28.0.0/20"));

  @ParameterizedTest
  @CsvSource({
    "192.168.1.0/24,                             10.208.0.0/20",
    "10.208.3.0/24,                              10.208.16.0/20",
    "10.208.0.0/16,                              172.28.0.0/20",
    "10.208.0.0/20 10.208.31.255/32,             172.28.0.0/20",
    "fd00::/8,                                   10.208.0.0/20",
    "10.0.0.0/8 172.16.0.0/12,                   10.208.0.0/20",
    "10.0.0.0/8 172.16.0.0/12 10.208.1.0/24,     10.208.16.0/20",
  })
  void leadsNowhereElse(String used, String chosen) {
    List<IpNetwork> routes = Arrays.stream(used.split(" ")).map(IpNetwork::parse).toList();
    assertThat(FreeRange.choose(CANDIDATES, routes)).hasToString(chosen);
  }
}
