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
    assertThat(network.name()).isEqualTo("jubelet");
    assertThat(network.plugins()).extracting("type").containsExactly("bridge", "portmap");
    assertThat(network.text()).contains("jubelet0", "10.88.0.0/16", "\"ipMasq\": true");
    assertThat(usual()).doesNotExist();
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
