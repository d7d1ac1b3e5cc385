package dev.jubelet.network.builtin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.linux.network.NetworkNamespace;
import dev.jubelet.network.TestNamespaces;
import dev.jubelet.network.plugin.CniCall;
import dev.jubelet.network.plugin.CniFailure;
import dev.jubelet.network.plugin.Deadline;
import dev.jubelet.network.plugin.InstalledPlugins;
import dev.jubelet.network.plugin.PluginFiles;
import dev.jubelet.network.plugin.PluginProcesses;
import dev.jubelet.network.plugin.Plugins;
import dev.jubelet.testkit.Needed;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Runs the reference plugins and ours side by side, each in namespaces of its own. */
@Timeout(120)
@Tag("real")
final class LikeReferencePluginsTest {
  private static final Path REFERENCE = Path.of("/usr/lib/cni");

  @TempDir Path temp;
  private TestNamespaces namespaces;
  private Side theirs;
  private Side ours;

  /** One of the two: a host, a pod, a directory of addresses. */
  private abstract class Side {
    final Path host;
    final Path pod;
    final Path data;

    Side(String name) throws IOException {
      host = namespaces.make(name + "-host");
      pod = namespaces.make(name + "-pod");
      data = temp.resolve(name + "-data");
    }

    abstract String answer(String type, CniCall call) throws Exception;

    /** What was printed, with what is this side's own left out; FAILED when it refused. */
    String call(CniCall.Command command, String type, String id, String config) throws Exception {
      String device = type.equals("loopback") ? "lo" : "eth0";
      CniCall call =
          new CniCall(
              command,
              id,
              pod.toString(),
              device,
              List.of(),
              List.of(REFERENCE.toString()),
              config.replace("DATA", data.toString()));
      return answer(type, call)
          .replaceAll("veth[0-9a-f]{8}", "VETH")
          .replaceAll("(?!00:00:00:00:00:00)([0-9a-f]{2}:){5}[0-9a-f]{2}", "MAC")
          .replace(pod.toString(), "NETNS");
    }

    Map<String, String> files() throws IOException {
      Map<String, String> files = new TreeMap<>();
      if (Files.exists(data)) {
        try (Stream<Path> all = Files.walk(data)) {
          for (Path file : all.filter(Files::isRegularFile).toList()) {
            files.put(data.relativize(file).toString(), Files.readString(file));
          }
        }
      }
      return files;
    }

    List<String> look() throws Exception {
      return List.of(
          TestNamespaces.in(pod, "ip", "route"),
          TestNamespaces.in(pod, "ip", "-6", "route", "show", "table", "main", "scope", "global"),
          TestNamespaces.in(pod, "cat", "/proc/sys/net/ipv4/conf/all/forwarding"),
          TestNamespaces.in(host, "ip", "route"),
          TestNamespaces.in(host, "sysctl", "-n", "net.ipv4.ip_forward"));
    }
  }

  @BeforeEach
  void makeBoth() throws Exception {
    Needed.root();
    Needed.that(Files.exists(REFERENCE.resolve("bridge")), "the reference plugins");
    namespaces = new TestNamespaces(temp);
    theirs =
        new Side("theirs") {
          @Override
          String answer(String type, CniCall call) throws Exception {
            return runReference(host, type, call);
          }
        };
    ours =
        new Side("ours") {
          private final Plugins plugins =
              new InstalledPlugins(
                  new PluginFiles(List.of(REFERENCE), _ -> {}),
                  new PluginProcesses(temp),
                  InstalledPlugins.Choice.BUILT_IN,
                  BuiltInPlugins.in(() -> NetworkNamespace.open(host), temp));

          @Override
          String answer(String type, CniCall call) {
            try {
              return plugins.find(type).call(call, Deadline.in(Duration.ofSeconds(30)));
            } catch (CniFailure refused) {
              return "FAILED";
            }
          }
        };
  }

  @AfterEach
  void removeBoth() throws Exception {
    if (namespaces != null) {
      namespaces.close();
    }
  }

  private static String runReference(Path host, String type, CniCall call) throws Exception {
    ProcessBuilder builder =
        new ProcessBuilder("nsenter", "--net=" + host, REFERENCE.resolve(type).toString());
    builder.environment().putAll(call.environment());
    Process process = builder.start();
    try (OutputStream in = process.getOutputStream()) {
      in.write(call.config().getBytes(StandardCharsets.UTF_8));
    }
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return process.waitFor() == 0 ? said : "FAILED";
  }

  private void same(CniCall.Command command, String type, String id, String config)
      throws Exception {
    String wanted = theirs.call(command, type, id, config);
    assertThat(ours.call(command, type, id, config)).as(command + " " + type).isEqualTo(wanted);
    assertThat(ours.files()).as("files after " + command).isEqualTo(theirs.files());
  }

  static Stream<String> bridges() {
    List<String> configs = new ArrayList<>();
    for (String version : List.of("0.3.1", "0.4.0", "1.0.0")) {
      configs.add(bridge(version, "\"isGateway\":true,\"mtu\":1400", "\"subnet\":\"10.9.0.0/24\""));
    }
    configs.add(
        bridge(
            "1.0.0",
            "\"isDefaultGateway\":true,\"hairpinMode\":true,\"dns\":{\"nameservers\":[\"1.1.1.1\"]}",
            "\"ranges\":[[{\"subnet\":\"10.9.0.0/24\"}],[{\"subnet\":\"fd00:9::/64\"}]]"));
    configs.add(
        bridge(
            "0.4.0",
            "\"bridge\":\"br7\",\"isGateway\":true,\"promiscMode\":true",
            "\"ranges\":[[{\"subnet\":\"fd00:9::/64\",\"rangeStart\":\"fd00:9::10\"}]],"
                + "\"routes\":[{\"dst\":\"::/0\"},{\"dst\":\"fd00:1::/64\",\"gw\":\"fd00:9::9\"}]"));
    configs.add(
        bridge(
            "1.0.0",
            "\"runtimeConfig\":{\"mac\":\"02:11:22:33:44:55\"}",
            "\"subnet\":\"10.9.0.0/24\",\"routes\":[{\"dst\":\"0.0.0.0/0\"}]"));
    configs.add("{\"cniVersion\":\"1.0.0\",\"name\":\"n1\",\"type\":\"bridge\"}");
    return configs.stream();
  }

  private static String bridge(String version, String more, String ipam) {
    return ("{\"cniVersion\":\"%s\",\"name\":\"n1\",\"type\":\"bridge\",%s,"
            + "\"ipam\":{\"type\":\"host-local\",\"dataDir\":\"DATA\",%s}}")
        .formatted(version, more, ipam);
  }

  @ParameterizedTest
  @MethodSource("bridges")
  void bridgeAnswersAndLeavesTheSame(String config) throws Exception {
    same(CniCall.Command.ADD, "bridge", "pod-1", config);
    assertThat(ours.look()).isEqualTo(theirs.look());
    same(CniCall.Command.ADD, "bridge", "pod-1", config);
    same(CniCall.Command.DEL, "bridge", "pod-1", config);
    same(CniCall.Command.DEL, "bridge", "pod-1", config);
    same(CniCall.Command.ADD, "bridge", "pod-2", config);
    same(CniCall.Command.DEL, "bridge", "pod-2", config);
  }

  @ParameterizedTest
  @CsvSource({"0.3.1", "0.4.0", "1.0.0"})
  void loopbackAndPortmapAnswerTheSame(String version) throws Exception {
    String config = "{\"cniVersion\":\"%s\",\"name\":\"lo\",\"type\":\"loopback\"}";
    same(CniCall.Command.ADD, "loopback", "pod-1", config.formatted(version));
    same(CniCall.Command.DEL, "loopback", "pod-1", config.formatted(version));
    String address = version.startsWith("1") ? "" : "\"version\":\"4\",";
    String chained =
        ("{\"cniVersion\":\"%1$s\",\"name\":\"n\",\"type\":\"T\",\"prevResult\":{\"cniVersion\":"
                + "\"%1$s\",\"ips\":[{%2$s\"address\":\"10.9.0.7/24\"}],\"dns\":{\"domain\":\"d\"}}}")
            .formatted(version, address);
    same(CniCall.Command.ADD, "loopback", "pod-1", chained);
    same(CniCall.Command.ADD, "portmap", "pod-1", chained);
    same(CniCall.Command.DEL, "portmap", "pod-1", chained);
  }

  static Stream<String> ranges() {
    return Stream.of(
            "\"subnet\":\"10.9.0.0/29\"",
            "\"subnet\":\"10.9.0.0/24\",\"rangeStart\":\"10.9.0.253\",\"gateway\":\"10.9.0.254\"",
            "\"ranges\":[[{\"subnet\":\"10.9.0.0/30\"},{\"subnet\":\"10.9.1.0/30\"}],"
                + "[{\"subnet\":\"fd00::/126\",\"gateway\":\"fd00::2\"}]]",
            "\"ranges\":[[{\"subnet\":\"10.9.0.0/24\"}],[{\"subnet\":\"10.9.0.128/25\"}]]",
            "\"subnet\":\"10.9.0.1/24\"",
            "\"subnet\":\"10.9.0.0/31\"",
            "\"ranges\":[[]]",
            "\"subnet\":\"10.9.0.0/24\",\"resolvConf\":\"RESOLV\",\"routes\":[{\"dst\":\"1.0.0.0/8\","
                + "\"gw\":\"10.9.0.9\"}]")
        .map(ipam ->
            "{\"cniVersion\":\"1.0.0\",\"name\":\"n1\",\"ipam\":{\"type\":\"host-local\","
                + "\"dataDir\":\"DATA\","
                + ipam
                + "}}");
  }

  @ParameterizedTest
  @MethodSource("ranges")
  void hostLocalGivesTheSameAddressesInTheSameOrder(String config) throws Exception {
    Path resolv = temp.resolve("resolv.conf");
    Files.writeString(resolv, "# x\nnameserver 1.1.1.1\nsearch a b\noptions ndots:5\n");
    String full = config.replace("RESOLV", resolv.toString());
    for (int round = 0; round < 2; round++) {
      for (int i = 0; i < 6; i++) {
        same(CniCall.Command.ADD, "host-local", "pod-" + i, full);
      }
      same(CniCall.Command.ADD, "host-local", "pod-1", full);
      same(CniCall.Command.CHECK, "host-local", "pod-1", full);
      for (int i : new int[] {3, 1, 5, 0, 0, 2, 4}) {
        same(CniCall.Command.DEL, "host-local", "pod-" + i, full);
      }
      same(CniCall.Command.CHECK, "host-local", "pod-1", full);
    }
    String wanting =
        full.replace("\"ipam\"", "\"runtimeConfig\":{\"ips\":[\"10.9.0.2\"]},\"ipam\"");
    same(CniCall.Command.ADD, "host-local", "pod-8", wanting);
    same(CniCall.Command.ADD, "host-local", "pod-9", wanting);
    assertThat(Objects.requireNonNull(ours.files())).isEqualTo(theirs.files());
  }
}
