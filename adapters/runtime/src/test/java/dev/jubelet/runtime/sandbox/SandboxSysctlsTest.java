package dev.jubelet.runtime.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.jubelet.linux.network.Namespaces.Kind;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class SandboxSysctlsTest {
  @ParameterizedTest
  @CsvSource({
    "net.ipv4.ip_forward, net/ipv4/ip_forward",
    "net/ipv4/ip_forward, net/ipv4/ip_forward",
    "net.ipv4.conf.eth0/100.forwarding, net/ipv4/conf/eth0.100/forwarding",
    "net/ipv4/conf/eth0.100/forwarding, net/ipv4/conf/eth0.100/forwarding"
  })
  void whicheverSeparatorComesFirstSeparates(String name, String file) {
    assertThat(SandboxSysctls.file(name)).isEqualTo(file);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ".", "net..x", "net/../kernel/panic", "net./../../x", "/net/x"})
  void nameThatLeadsElsewhereIsRefused(String name) {
    assertThatExceptionOfType(OutsideFailure.class)
        .isThrownBy(() -> SandboxSysctls.file(name))
        .returns(FailureKind.BAD_SPEC, OutsideFailure::kind);
  }

  @ParameterizedTest
  @CsvSource({
    "net/core/somaxconn, NETWORK",
    "kernel/shmmax, IPC",
    "kernel/shm_rmid_forced, IPC",
    "kernel/msgmni, IPC",
    "kernel/sem, IPC",
    "fs/mqueue/msg_max, IPC",
    "kernel/domainname, UTS"
  })
  void parameterBelongsToANamespace(String file, Kind kind) {
    assertThat(SandboxSysctls.kind(file)).contains(kind);
  }

  @ParameterizedTest
  @ValueSource(strings = {"kernel/panic", "vm/swappiness", "kernel/hostname", "fs/file-max"})
  void othersAreTheNodes(String file) {
    assertThat(SandboxSysctls.kind(file)).isEmpty();
  }
}
