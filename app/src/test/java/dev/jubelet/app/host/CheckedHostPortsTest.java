package dev.jubelet.app.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jubelet.model.container.Protocol;
import dev.jubelet.model.runtime.SandboxId;
import dev.jubelet.model.runtime.config.DnsSettings;
import dev.jubelet.model.runtime.config.NamespaceOptions;
import dev.jubelet.model.runtime.config.PortMapping;
import dev.jubelet.model.runtime.config.SandboxConfig;
import dev.jubelet.model.runtime.config.SandboxConfigBuilder;
import dev.jubelet.model.runtime.config.SandboxSecurity;
import dev.jubelet.ports.OutsideFailure;
import dev.jubelet.ports.runtime.Sandboxes;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class CheckedHostPortsTest {
  private static final SandboxId MADE = new SandboxId("made");

  private final CheckedHostPorts sandboxes =
      new CheckedHostPorts(
          (Sandboxes)
              Proxy.newProxyInstance(
                  Sandboxes.class.getClassLoader(),
                  new Class<?>[] {Sandboxes.class},
                  (_, _, _) -> MADE));

  @Test
  void portThatAProcessHasIsRefusedByItsNumber() throws IOException {
    int port;
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"))) {
      port = taken.getLocalPort();
      assertThatThrownBy(() -> sandboxes.run(pod(port, NamespaceOptions.Mode.POD), ""))
          .isInstanceOf(OutsideFailure.class)
          .hasMessageContaining("host port " + port + "/tcp is in use");
      assertThat(sandboxes.run(pod(port, NamespaceOptions.Mode.NODE), "")).isEqualTo(MADE);
      assertThat(sandboxes.run(pod(0, NamespaceOptions.Mode.POD), "")).isEqualTo(MADE);
    }
    assertThat(sandboxes.run(pod(port, NamespaceOptions.Mode.POD), "")).isEqualTo(MADE);
  }

  private static SandboxConfig pod(int hostPort, NamespaceOptions.Mode network) {
    NamespaceOptions.Mode own = NamespaceOptions.Mode.POD;
    return SandboxConfigBuilder.builder()
        .namespace("default")
        .name("web")
        .uid("u1")
        .dns(DnsSettings.NONE)
        .portMappings(List.of(new PortMapping(Protocol.TCP, 80, hostPort, "")))
        .labels(Map.of())
        .annotations(Map.of())
        .sysctls(Map.of())
        .cgroupParent("")
        .security(
            new SandboxSecurity(
                new NamespaceOptions(network, own, own, "", null),
                null,
                null,
                null,
                false,
                List.of(),
                null,
                false,
                null,
                null))
        .build();
  }
}
