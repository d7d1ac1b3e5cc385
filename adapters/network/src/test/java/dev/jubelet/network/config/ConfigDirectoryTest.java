package dev.jubelet.network.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ConfigDirectoryTest {
  private static final String LIST =
      "{\"cniVersion\":\"1.0.0\",\"name\":\"NAME\",\"plugins\":[{\"type\":\"bridge\"}]}";

  @TempDir Path temp;

  private NetworkList only() {
    return new ConfigDirectory(temp).read().network().orElseThrow();
  }

  private void write(String file, String text) throws IOException {
    Files.writeString(temp.resolve(file), text);
  }

  @Test
  void takesTheFirstFileInLexicalOrder() throws Exception {
    write("20-b.conflist", LIST.replace("NAME", "b"));
    write("10-a.json", LIST.replace("NAME", "a"));
    write("05-other.txt", LIST.replace("NAME", "c"));
    Files.createDirectory(temp.resolve("00.conf"));
    assertThat(only().name()).isEqualTo("a");
  }

  @Test
  void passesOverABadFileAndSaysWhatIsWrongWithIt() throws Exception {
    write("10-a.conflist", "{\"cniVersion\":\"1.0.0\",\n \"name\":}");
    write("20-b.conflist", LIST.replace("NAME", "b"));
    ConfigDirectory.Found found = new ConfigDirectory(temp).read();
    assertThat(found.network().orElseThrow().name()).isEqualTo("b");
    assertThat(found.problems()).singleElement().asString().contains("10-a.conflist: line 2");
  }

  @Test
  void hasNothingWhileTheDirectoryIsAbsent() {
    ConfigDirectory.Found found = new ConfigDirectory(temp.resolve("absent")).read();
    assertThat(found.network()).isEmpty();
    assertThat(found.problems()).isEmpty();
  }

  @Test
  void takesASinglePluginForAListOfOne() throws Exception {
    write("10.conf", "{\"cniVersion\":\"0.4.0\",\"name\":\"n\",\"type\":\"macvlan\",\"mtu\":9000}");
    assertThat(only().plugins()).extracting(NetworkPlugin::type).containsExactly("macvlan");
    assertThat(only().text())
        .isEqualTo(
            "{\"cniVersion\":\"0.4.0\",\"name\":\"n\",\"plugins\":[{\"cniVersion\":\"0.4.0\","
                + "\"mtu\":9000,\"name\":\"n\",\"type\":\"macvlan\"}]}");
  }

  @Test
  void addsPluginsThatHaveFilesOfTheirOwn() throws Exception {
    write("10.conflist", LIST.replace("NAME", "n"));
    Files.createDirectory(temp.resolve("n"));
    write("n/20.conf", "{\"type\":\"tuning\"}");
    write("n/10.conf", "{\"type\":\"portmap\"}");
    assertThat(only().plugins())
        .extracting(NetworkPlugin::type)
        .containsExactly("bridge", "portmap", "tuning");
  }

  @Test
  void acceptsASinglePluginWithoutANameAsLibcniDoes() throws Exception {
    write("98-noop.conf", "{\n  \"cniVersion\": \"0.3.1\",\n  \"type\": \"noop\"\n}\n");
    assertThat(only().name()).isEmpty();
    assertThat(only().plugins()).extracting(NetworkPlugin::type).containsExactly("noop");
  }

  @ParameterizedTest
  @CsvSource({
    "'\"cniVersion\":\"0.3.1\"', 0.3.1",
    "'\"cniVersion\":\"1.1.0\"', 1.1.0",
    "'\"cniVersions\":[\"0.4.0\",\"1.1.0\",\"2.0.0\"]', 1.1.0",
    "'\"cniVersion\":\"1.0.0\",\"cniVersions\":[\"0.3.1\",\"0.4.0\"]', 1.0.0",
  })
  void agreesOnTheHighestVersionThatBothSpeak(String said, String agreed) throws Exception {
    write("10.conflist", "{" + said + ",\"name\":\"n\",\"plugins\":[{\"type\":\"x\"}]}");
    assertThat(only().version().text()).isEqualTo(agreed);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"cniVersion\":\"0.2.0\",\"name\":\"n\",\"plugins\":[{\"type\":\"x\"}]}",
        "{\"name\":\"n\",\"plugins\":[{\"type\":\"x\"}]}",
        "{\"cniVersion\":\"9.0.0\",\"name\":\"n\",\"plugins\":[{\"type\":\"x\"}]}",
        "{\"cniVersion\":\"1.0.0\",\"name\":\"../n\",\"plugins\":[{\"type\":\"x\"}]}",
        "{\"cniVersion\":\"1.0.0\",\"plugins\":[{\"type\":\"x\"}]}",
        "{\"cniVersion\":\"1.0.0\",\"name\":\"n\",\"plugins\":[]}",
        "{\"cniVersion\":\"1.0.0\",\"name\":\"n\",\"plugins\":[{\"type\":\"../x\"}]}",
        "{\"cniVersion\":\"1.0.0\",\"name\":\"n\",\"plugins\":[{}]}",
        "{\"cniVersion\":\"1.0.0\",\"name\":\"n\",\"plugins\":[3]}",
        "[]",
        "",
      })
  void refusesWhatIsNoNetwork(String text) throws Exception {
    write("10.conflist", text);
    ConfigDirectory.Found found = new ConfigDirectory(temp).read();
    assertThat(found.network()).isEmpty();
    assertThat(found.problems()).hasSize(1);
  }

  @Test
  void acceptsTheConfigurationsPeopleHave() throws Exception {
    String flannel =
        """
        {"name": "cbr0", "cniVersion": "0.3.1", "plugins": [
          {"type": "flannel", "delegate": {"hairpinMode": true, "isDefaultGateway": true}},
          {"type": "portmap", "capabilities": {"portMappings": true}}]}
        """;
    String containerd =
        """
        {"cniVersion": "1.0.0", "name": "containerd-net", "plugins": [
          {"type": "bridge", "bridge": "cni0", "isGateway": true, "ipMasq": true, "promiscMode": true,
           "ipam": {"type": "host-local", "ranges": [[{"subnet": "10.88.0.0/16"}],
             [{"subnet": "2001:4860:4860::/64"}]],
             "routes": [{"dst": "0.0.0.0/0"}, {"dst": "::/0"}]}},
          {"type": "portmap", "capabilities": {"portMappings": true},
           "externalSetMarkChain": "KUBE-MARK-MASQ"}]}
        """;
    String calico =
        """
        {"name": "k8s-pod-network", "cniVersion": "0.3.1", "plugins": [
          {"type": "calico", "log_level": "info", "mtu": 0, "ipam": {"type": "calico-ipam"},
           "policy": {"type": "k8s"}, "kubernetes": {"kubeconfig": "/etc/cni/net.d/calico-kubeconfig"}},
          {"type": "portmap", "snat": true, "capabilities": {"portMappings": true}},
          {"type": "bandwidth", "capabilities": {"bandwidth": true}}]}
        """;
    for (String text : List.of(flannel, containerd, calico)) {
      NetworkList list = NetworkList.read(text);
      assertThat(list.plugins()).hasSizeGreaterThan(1);
      assertThat(list.plugins().get(1).capabilities()).containsExactly("portMappings");
    }
  }
}
