package dev.jubelet.linux;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.linux.kernel.KernelText;
import dev.jubelet.model.runtime.config.DnsSettings;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class NodeMachineTest {
  @TempDir Path temp;

  @Test
  void readsFactsFromProcSysAndEtc() throws IOException {
    put("proc/meminfo", "MemTotal:       24576 kB\nMemFree: 1 kB\nSwapTotal:  8 kB\n");
    put("sys/devices/system/cpu/online", "0-3,6\n");
    put("proc/sys/kernel/osrelease", "6.1.0-x\n");
    put("proc/sys/kernel/hostname", "Node-One\n");
    put("proc/sys/kernel/random/boot_id", "b00t\n");
    put("var/lib/dbus/machine-id", "m1\n");
    put("etc/os-release", "NAME=x\nPRETTY_NAME=\"Debian GNU/Linux 12\"\n");
    put("sys/kernel/mm/hugepages/hugepages-2048kB/nr_hugepages", "8\n");
    NodeMachine machine = new NodeMachine(temp);
    assertThat(machine.memoryBytes()).isEqualTo(24576L * 1024);
    assertThat(machine.swapBytes()).isEqualTo(8192);
    assertThat(machine.cpus()).isEqualTo(5);
    assertThat(machine.kernelVersion()).isEqualTo("6.1.0-x");
    assertThat(machine.hostName()).isEqualTo("node-one");
    assertThat(machine.bootId()).isEqualTo("b00t");
    assertThat(machine.machineId()).isEqualTo("m1");
    assertThat(machine.systemUuid()).isEqualTo("m1");
    assertThat(machine.osImage()).isEqualTo("Debian GNU/Linux 12");
    assertThat(machine.hugePages()).isEqualTo(Map.of(new HugePageSize(2L << 20), 8L));
    assertThat(machine.hostDns("")).isEqualTo(DnsSettings.NONE);
  }

  @Test
  void readsThisMachine() throws IOException {
    NodeMachine machine = new NodeMachine();
    assertThat(machine.memoryBytes()).isPositive();
    assertThat(Long.parseLong(KernelText.read(Path.of("/proc/sys/kernel/pid_max")).strip()))
        .as("a number read in full")
        .isGreaterThan(300);
    assertThat(machine.cpus()).isPositive();
    assertThat(machine.kernelVersion()).isNotEmpty();
    assertThat(machine.operatingSystem()).isEqualTo("linux");
    assertThat(machine.architecture()).isIn("amd64", "arm64");
    assertThat(machine.addresses()).doesNotContain("127.0.0.1");
  }

  @Test
  void readsResolvConfAsKubernetesDoes() {
    DnsSettings dns =
        ResolvConf.parse(
            """
            # comment
            nameserver 10.0.0.1
            nameserver 10.0.0.2   trailing
            nameserver
            search old.example
            search a.example. b.example .
            options ndots:2 rotate
            options ndots:5
            nameserver fd00::1
            nameserver 10.0.0.4
            """);
    assertThat(dns.servers()).containsExactly("10.0.0.1", "10.0.0.2", "fd00::1");
    assertThat(dns.searches()).containsExactly("a.example", "b.example");
    assertThat(dns.options()).containsExactly("ndots:5", "rotate");
  }

  @Test
  void cutsSearchDomainsToTheLimits() {
    String many =
        IntStream.range(0, 40)
            .mapToObj(i -> "d" + i)
            .collect(Collectors.joining(" ", "search ", ""));
    assertThat(ResolvConf.parse(many).searches()).hasSize(32).endsWith("d31");
    String tooLong = "x".repeat(254);
    assertThat(ResolvConf.parse("search " + tooLong + " ok").searches()).containsExactly("ok");
    String wide =
        IntStream.range(0, 20)
            .mapToObj(i -> "y".repeat(200))
            .collect(Collectors.joining(" ", "search ", ""));
    assertThat(ResolvConf.parse(wide).searches()).hasSize(10);
  }

  @Test
  void prefersTheInterfaceOfTheDefaultRouteAndIpv4() throws IOException {
    Map<String, List<InetAddress>> interfaces = new LinkedHashMap<>();
    interfaces.put("lo", List.of(ip("127.0.0.1"), ip("::1")));
    interfaces.put("docker0", List.of(ip("172.17.0.1")));
    interfaces.put("eth0", List.of(ip("fe80::1"), ip("2001:db8::0:1"), ip("192.168.1.5")));
    String route =
        """
        Iface Destination Gateway Flags RefCnt Use Metric Mask MTU Window IRTT
        docker0 000011AC 00000000 0001 0 0 0 0000FFFF 0 0 0
        eth0 00000000 0101A8C0 0003 0 0 0 00000000 0 0 0
        """;
    Set<String> defaults = NodeAddresses.defaultInterfaces(route, "");
    assertThat(defaults).containsExactly("eth0");
    assertThat(NodeAddresses.choose(interfaces, defaults))
        .containsExactly("192.168.1.5", "2001:db8::1");
    assertThat(NodeAddresses.choose(interfaces, Set.of()))
        .containsExactly("172.17.0.1", "2001:db8::1");
  }

  @Test
  void ignoresIpv6RoutesThatLeadNowhere() {
    String zero = "0".repeat(32);
    String reject = zero + " 00 " + zero + " 00 " + zero + " ffffffff 1 0 00200200 lo";
    String real = zero + " 00 " + zero + " 00 " + zero + " 00000400 1 0 00000003 eth1";
    assertThat(NodeAddresses.defaultInterfaces("", reject + "\n" + real)).containsExactly("eth1");
  }

  @ParameterizedTest
  @CsvSource({
    "2001:db8:0:0:0:0:0:1,2001:db8::1",
    "2001:db8:0:1:1:1:1:1,2001:db8:0:1:1:1:1:1",
    "fd00:0:0:0:0:0:0:0,fd00::",
    "2001:0:0:1:0:0:0:1,2001:0:0:1::1",
  })
  void writesIpv6AddressesInTheirCanonicalForm(String any, String canonical) throws IOException {
    assertThat(IpText.of(ip(any))).isEqualTo(canonical);
  }

  @ParameterizedTest
  @CsvSource({"amd64,amd64", "x86_64,amd64", "aarch64,arm64", "riscv64,riscv64"})
  void namesArchitecturesInTheWordsOfKubernetes(String java, String kubernetes) {
    assertThat(NodeMachine.architecture(java)).isEqualTo(kubernetes);
  }

  private static InetAddress ip(String text) throws IOException {
    return InetAddress.getByName(text);
  }

  private void put(String file, String content) throws IOException {
    Path path = temp.resolve(file);
    Files.createDirectories(path.resolve(".."));
    Files.writeString(path, content);
  }
}
