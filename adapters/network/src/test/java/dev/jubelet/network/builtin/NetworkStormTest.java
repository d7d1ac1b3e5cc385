package dev.jubelet.network.builtin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.linux.netlink.NfTable;
import dev.jubelet.linux.network.Namespaces;
import dev.jubelet.linux.network.NetworkNamespace;
import dev.jubelet.network.CniNetworks;
import dev.jubelet.network.TestNamespaces;
import dev.jubelet.testkit.Needed;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Many pods, bad plugins, and a process that is killed in the midst of it. */
@Tag("long")
@Timeout(300)
final class NetworkStormTest {
  private static final int LIVES = 6;
  private static final int PODS_A_LIFE = 60;
  private static final int PODS_OF_THE_LAST = 230;

  /** By the pod's number: fails, hangs or is slow in ADD; fails or hangs in the first DEL. */
  private static final String CHAOS =
      """
      #!/bin/sh
      case $CNI_COMMAND in
        VERSION) echo '{"cniVersion":"1.0.0","supportedVersions":["1.0.0"]}'; exit 0 ;;
      esac
      number=${CNI_CONTAINERID#pod-}
      if [ "$CNI_COMMAND" = ADD ]; then
        case $((number % 10)) in
          1|2) echo '{"code":100,"msg":"chaos"}'; exit 1 ;;
          3) (sleep 600 &) ; sleep 600 ;;
          4|5|6) sleep 0.2 ;;
        esac
        echo '{"cniVersion":"1.0.0"}'
      elif [ "$CNI_COMMAND" = DEL ] && mkdir "ROOT/tried/$number" 2>/dev/null; then
        case $((number % 21)) in
          0|5|7|11) exit 1 ;;
          1) sleep 600 ;;
        esac
      fi
      """;

  @TempDir Path temp;
  private TestNamespaces namespaces;
  private Path host;

  @BeforeEach
  void makeNode() throws Exception {
    Needed.root();
    namespaces = new TestNamespaces(temp);
    host = namespaces.make("host");
    for (String each : List.of("net.d", "bin", "pods", "tried")) {
      Files.createDirectory(temp.resolve(each));
    }
    Path chaos = temp.resolve("bin/chaos");
    Files.writeString(chaos, CHAOS.replace("ROOT", temp.toString()));
    Files.setPosixFilePermissions(chaos, PosixFilePermissions.fromString("rwxr-xr-x"));
    Files.writeString(
        temp.resolve("net.d/10.conflist"),
        """
        {"cniVersion":"1.0.0","name":"storm","plugins":[
          {"type":"bridge","isGateway":true,"ipMasq":true,
           "ipam":{"type":"host-local","dataDir":"%s",
             "ranges":[[{"subnet":"10.9.0.0/22"}],[{"subnet":"fd00:9::/64"}]]}},
          {"type":"chaos"}]}
        """
            .formatted(temp.resolve("addresses")));
  }

  @AfterEach
  void removeNode() throws Exception {
    if (namespaces != null) {
      for (Path pod : names(temp.resolve("pods"))) {
        Namespaces.remove(pod);
      }
      namespaces.close();
    }
  }

  @Test
  void threeHundredPodsWithBadPluginsAndKillsLeaveNothing() throws Exception {
    int finished = 0;
    for (int life = 0; life < LIVES; life++) {
      finished += live(life);
    }
    assertThat(finished).isGreaterThanOrEqualTo(PODS_OF_THE_LAST);
    assertThat(names(temp.resolve("pods"))).hasSizeGreaterThanOrEqualTo(300);
    try (CniNetworks networks = StormNode.networks(temp)) {
      // What fails or hangs once in DEL has done so after this many rounds at the latest.
      CniNetworks.Collected collected = networks.collect(Set::of);
      for (int round = 0; round < 5 && !collected.failures().isEmpty(); round++) {
        collected = networks.collect(Set::of);
      }
      assertThat(collected.failures()).isEmpty();
    }
    assertThat(names(temp.resolve("state/results"))).isEmpty();
    assertThat(names(temp.resolve("addresses/storm")))
        .extracting(each -> each.getFileName().toString())
        .containsExactlyInAnyOrder("lock", "last_reserved_ip.0", "last_reserved_ip.1");
    assertThat(TestNamespaces.in(host, "ip", "-o", "link").lines().map(line -> line.split(": ")[1]))
        .containsExactlyInAnyOrder("lo", "cni0");
    try (NetworkNamespace at = NetworkNamespace.open(host)) {
      assertThat(
              at.run(() ->
                  new NfTable(NfTable.Family.BOTH, "cni_plugins_masquerade").rules("masq_checks")))
          .isEmpty();
    }
    assertThat(pluginsLeft()).isEmpty();
  }

  /**
   * One process, killed in the midst of its work except for the last; how many pods it finished.
   */
  private int live(int life) throws Exception {
    List<String> command =
        List.of(
            ProcessHandle.current().info().command().orElse("java"),
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "--enable-native-access=ALL-UNNAMED",
            "-cp",
            System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
            StormNode.class.getName(),
            temp.toString(),
            Integer.toString(life * PODS_A_LIFE),
            Integer.toString(life < LIVES - 1 ? PODS_A_LIFE : PODS_OF_THE_LAST));
    Process node = new ProcessBuilder(command).redirectErrorStream(true).start();
    List<String> said = new ArrayList<>();
    try (BufferedReader lines = node.inputReader()) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        said.add(line);
        // At another moment in each life: with nothing done, with a few, with many.
        if (life < LIVES - 1 && said.size() == 2 + life * 7) {
          // By its handle: what it has said before can still be read.
          node.toHandle().destroyForcibly();
        }
      }
    } finally {
      node.destroyForcibly();
    }
    assertThat(node.waitFor(20, TimeUnit.SECONDS)).isTrue();
    assertThat(said).as("life %s", life).contains("collected");
    return (int) said.stream().filter(line -> line.startsWith("pod-")).count();
  }

  private static List<Path> names(Path directory) throws IOException {
    if (!Files.exists(directory)) {
      return List.of();
    }
    try (Stream<Path> entries = Files.list(directory)) {
      return entries.toList();
    }
  }

  private List<String> pluginsLeft() {
    return ProcessHandle.allProcesses()
        .map(each -> each.info().commandLine().orElse(""))
        .filter(line -> line.contains(temp + "/bin/chaos"))
        .toList();
  }
}
