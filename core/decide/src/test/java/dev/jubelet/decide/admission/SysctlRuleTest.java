package dev.jubelet.decide.admission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SysctlRuleTest {
  private static final List<String> UNSAFE =
      List.of("kernel.msg*", "net.core.somaxconn", "net.ipv6.*", "kernel.sem");

  private final SysctlAllowlist allowed = SysctlAllowlist.safeAnd(UNSAFE);
  private final SysctlRule rule = new SysctlRule(allowed);

  @ParameterizedTest(name = "{0} with {1}: {2}")
  @CsvSource(
      delimiter = '|',
      value = {
        "kernel.shm_rmid_forced              | ''                | allowed",
        "kernel.shm_rmid_forced              | host IPC          | forbidden",
        "kernel.shm_rmid_forced              | host network      | allowed",
        "net.ipv4.ip_local_port_range        | ''                | allowed",
        "net/ipv4/ip_local_port_range        | ''                | allowed",
        "net.ipv4.ip_local_port_range        | host network      | forbidden",
        "net.ipv4.ip_local_port_range        | host IPC          | allowed",
        "net.ipv4.tcp_syncookies             | ''                | allowed",
        "net.ipv4.ping_group_range           | ''                | allowed",
        "net.ipv4.ip_unprivileged_port_start | ''                | allowed",
        "net.ipv4.ip_local_reserved_ports    | ''                | allowed",
        "net.ipv4.tcp_keepalive_time         | ''                | allowed",
        "net.ipv4.tcp_keepalive_intvl        | ''                | allowed",
        "net.ipv4.tcp_keepalive_probes       | ''                | allowed",
        "net.ipv4.tcp_fin_timeout            | ''                | allowed",
        "net.ipv4.tcp_rmem                   | ''                | allowed",
        "net.ipv4.tcp_wmem                   | ''                | allowed",
        "net.ipv4.tcp_mem                    | ''                | forbidden",
        "kernel.msgmax                       | ''                | allowed",
        "kernel.msgmax                       | host IPC          | forbidden",
        "kernel.sem                          | ''                | allowed",
        "kernel.shmmax                       | ''                | forbidden",
        "net.core.somaxconn                  | ''                | allowed",
        "net.core.somaxconn.x                | ''                | forbidden",
        "net.ipv6.conf.all.forwarding        | ''                | allowed",
        "net/ipv6/conf/eth0.1/forwarding     | ''                | allowed",
        "net.ipv6.conf.all.forwarding        | host network      | forbidden",
        "vm.swappiness                       | ''                | forbidden",
      })
  void allowsWhatIsSafeOrNamedAndStaysInThePodsNamespaces(
      String sysctl, String shared, String expected) {
    boolean objected =
        allowed
            .objection(sysctl, shared.equals("host network"), shared.equals("host IPC"))
            .isPresent();
    assertThat(objected ? "forbidden" : "allowed").isEqualTo(expected);
  }

  @Test
  void saysWhichSysctlIsForbiddenAndWhy() {
    assertThat(allowed.objection("vm/swappiness", false, false))
        .contains("\"vm.swappiness\" not allowlisted");
    assertThat(allowed.objection("net.core.somaxconn", true, false))
        .contains("\"net.core.somaxconn\" not allowed with host Net enabled");
    assertThat(allowed.objection("kernel.msgmni", false, true))
        .contains("\"kernel.msgmni\" not allowed with host IPC enabled");
  }

  @Test
  void rejectsThePodForItsFirstForbiddenSysctl() {
    assertThat(judge("{name: kernel.sem, value: '1'}")).isEqualTo(AdmissionVerdict.ADMITTED);
    assertThat(judge("{name: kernel.sem, value: '1'}, {name: vm.swappiness, value: '1'}"))
        .isEqualTo(
            new AdmissionVerdict.Rejected(
                "SysctlForbidden", "forbidden sysctl: \"vm.swappiness\" not allowlisted"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"vm.swappiness", "kernel.*", "*", "net", "", "net..a", "net.*.a", "Net.a"})
  void refusesToAllowWhatIsMalformedOrTheWholeNodes(String pattern) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SysctlAllowlist.safeAnd(List.of(pattern)))
        .withMessageContaining("\"" + pattern + "\"");
  }

  private AdmissionVerdict judge(String sysctls) {
    return rule.judge(
        Fixtures.pod("securityContext: {sysctls: [" + sysctls + "]}"), List.of(), Fixtures.node());
  }
}
