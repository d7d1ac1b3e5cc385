package dev.jubelet.app.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.network.config.ConfigDirectory;
import dev.jubelet.network.config.NetworkList;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class OwnNetworkTest {
  private static final String OTHER =
      """
      {"cniVersion": "1.0.0", "name": "other", "plugins": [{"type": "noop"}]}
      """;

  @TempDir private Path temp;

  @Test
  void offersABridgeWhereNobodyConfiguredANetwork() throws IOException {
    Path found = OwnNetwork.directory(Optional.empty(), true, usual(), temp);
    assertThat(found).isEqualTo(temp.resolve("net.d"));
    NetworkList network = new ConfigDirectory(found).read().network().orElseThrow();
    assertThat(network.name()).matches("jubelet-[0-9a-f]{6}");
    assertThat(network.plugins()).extracting("type").containsExactly("bridge", "portmap");
    assertThat(network.text())
        .contains("\"bridge\": \"" + network.name() + "\"", "/20\"", "\"ipMasq\": true");
    assertThat(usual()).doesNotExist();
  }

  @Test
  void everyRuntimeHasABridgeAndAddressesOfItsOwnAndKeepsThem() throws IOException {
    String first = own(temp.resolve("first"));
    String second = own(temp.resolve("second"));
    assertThat(bridge(first)).isNotEqualTo(bridge(second));
    assertThat(subnet(first)).isNotEqualTo(subnet(second));
    assertThat(own(temp.resolve("first"))).isEqualTo(first);
  }

  private String own(Path root) throws IOException {
    Path found = OwnNetwork.directory(Optional.empty(), true, usual(), root);
    return new ConfigDirectory(found).read().network().orElseThrow().text();
  }

  private static String bridge(String text) {
    return text.replaceAll("(?s).*\"bridge\": \"([^\"]+)\".*", "$1");
  }

  private static String subnet(String text) {
    return text.replaceAll("(?s).*\"subnet\": \"([^\"]+)\".*", "$1");
  }

  @Test
  void leavesTheMachinesNetworkAlone() throws IOException {
    Files.createDirectories(usual());
    Files.writeString(usual().resolve("10-other.conflist"), OTHER);
    assertThat(OwnNetwork.directory(Optional.empty(), true, usual(), temp)).isEqualTo(usual());
  }

  @Test
  void givesWayToANetworkThatCameMeanwhileAtTheNextStart() throws IOException {
    assertThat(OwnNetwork.directory(Optional.empty(), true, usual(), temp)).isNotEqualTo(usual());
    Files.createDirectories(usual());
    Files.writeString(usual().resolve("10-other.conflist"), OTHER);
    assertThat(OwnNetwork.directory(Optional.empty(), true, usual(), temp)).isEqualTo(usual());
  }

  @Test
  void waitsForTheNetworkOfACluster() throws IOException {
    assertThat(OwnNetwork.directory(Optional.empty(), false, usual(), temp)).isEqualTo(usual());
    assertThat(temp.resolve("net.d")).doesNotExist();
  }

  @Test
  void looksOnlyWhereItIsTold() throws IOException {
    Path named = temp.resolve("named");
    assertThat(OwnNetwork.directory(Optional.of(named), true, usual(), temp)).isEqualTo(named);
    assertThat(temp.resolve("net.d")).doesNotExist();
  }

  private Path usual() {
    return temp.resolve("usual");
  }
}
