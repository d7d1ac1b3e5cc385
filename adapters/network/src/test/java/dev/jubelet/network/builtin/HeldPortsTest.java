package dev.jubelet.network.builtin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jubelet.network.plugin.CniFailure;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import org.junit.jupiter.api.Test;

final class HeldPortsTest {
  private static final List<InetAddress> POD = List.of(InetAddress.ofLiteral("10.9.0.2"));
  private static final InetAddress LOOPBACK = InetAddress.ofLiteral("127.0.0.1");

  private static HostPorts.Mapping mapping(int port) {
    return new HostPorts.Mapping(port, 80, 6, "127.0.0.1");
  }

  private static int freePort() throws IOException {
    try (ServerSocket any = new ServerSocket(0, 1, LOOPBACK)) {
      return any.getLocalPort();
    }
  }

  @Test
  void holdsUntilReleasedAndTellsWhichPortIsInUse() throws IOException {
    HeldPorts held = new HeldPorts();
    int port = freePort();
    held.hold("a", List.of(mapping(port)), POD);
    assertThatThrownBy(() -> new ServerSocket(port, 1, LOOPBACK).close())
        .isInstanceOf(BindException.class);
    assertThatThrownBy(() -> new HeldPorts().hold("b", List.of(mapping(port)), POD))
        .isInstanceOf(CniFailure.class)
        .hasMessageContaining("127.0.0.1 " + port + "/tcp is in use");
    held.hold("a", List.of(mapping(port)), POD);
    held.release("a");
    new ServerSocket(port, 1, LOOPBACK).close();
  }

  @Test
  void holdsNoMoreThanItMayAndStillLooksAtTheOthers() throws IOException {
    HeldPorts held = new HeldPorts(1);
    int first = freePort();
    held.hold("a", List.of(mapping(first)), POD);
    int second = freePort();
    held.hold("b", List.of(mapping(second)), POD);
    try (ServerSocket free = new ServerSocket(second, 1, LOOPBACK)) {
      assertThatThrownBy(() -> held.hold("b", List.of(mapping(second)), POD))
          .hasMessageContaining("in use");
      assertThat(free.isBound()).isTrue();
    }
    held.release("a");
    held.hold("b", List.of(mapping(second)), POD);
    assertThatThrownBy(() -> new ServerSocket(second, 1, LOOPBACK).close())
        .isInstanceOf(BindException.class);
    held.release("b");
  }
}
