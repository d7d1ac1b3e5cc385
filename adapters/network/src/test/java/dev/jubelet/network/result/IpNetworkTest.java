package dev.jubelet.network.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class IpNetworkTest {
  @ParameterizedTest
  @CsvSource({
    "10.1.2.3/24, 10.1.2.3/24, 10.1.2.0, 10.1.2.255",
    "10.1.2.3/0, 10.1.2.3/0, 0.0.0.0, 255.255.255.255",
    "10.1.2.3/32, 10.1.2.3/32, 10.1.2.3, 10.1.2.3",
    "FD00:0:0:1:0:0:0:5/64, fd00:0:0:1::5/64, fd00:0:0:1::, fd00::1:ffff:ffff:ffff:ffff",
    "::/0, ::/0, ::, ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
    "::1/128, ::1/128, ::1, ::1",
    "1:0:2:0:3:0:4:0/128, 1:0:2:0:3:0:4:0/128, 1:0:2:0:3:0:4:0, 1:0:2:0:3:0:4:0",
  })
  void readsAndWritesAddressesAsGoDoes(String text, String shown, String base, String last) {
    IpNetwork network = IpNetwork.parse(text);
    assertThat(network.toString()).isEqualTo(shown);
    assertThat(IpNetwork.text(network.base())).isEqualTo(base);
    assertThat(IpNetwork.text(network.last())).isEqualTo(last);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"10.1.2.3", "10.1.2/24", "10.1.2.3/33", "host/24", "::1/129", "1.2.3.4/x", "/8"})
  void refusesWhatIsNoNetwork(String text) {
    assertThatIllegalArgumentException().isThrownBy(() -> IpNetwork.parse(text));
  }

  @ParameterizedTest
  @CsvSource({
    "10.0.0.255, 1, 10.0.1.0",
    "255.255.255.255, 1, 0.0.0.0",
    "10.0.1.0, -1, 10.0.0.255",
    "fd00::ffff, 1, fd00::1:0",
    "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff, 1, ::",
  })
  void countsAddresses(String from, long steps, String to) {
    assertThat(IpNetwork.text(IpNetwork.plus(IpNetwork.address(from), steps))).isEqualTo(to);
  }
}
