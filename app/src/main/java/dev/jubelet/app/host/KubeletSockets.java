package dev.jubelet.app.host;

import dev.jubelet.app.failure.CommandFailure;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The sockets of a Go kubelet in its root directory. It takes no lock, and leaves their files when
 * it ends; but only while it lives somebody answers there.
 */
public final class KubeletSockets {
  private static final List<String> SOCKETS =
      List.of("pod-resources/kubelet.sock", "device-plugins/kubelet.sock");

  private KubeletSockets() {}

  /**
   * @throws CommandFailure when another kubelet works in that directory
   */
  public static void requireSilent(Path root) {
    for (String name : SOCKETS) {
      Path socket = root.resolve(name);
      if (Files.exists(socket) && answers(socket)) {
        throw new CommandFailure(
            "another kubelet works in " + root + ": it answers on " + socket,
            "end it first, or give this node directories and a runtime of its own with --root-dir"
                + " and --container-runtime-endpoint");
      }
    }
  }

  private static boolean answers(Path socket) {
    try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
      channel.configureBlocking(false);
      // Whoever is too busy to answer at once is alive as well.
      boolean _ = channel.connect(UnixDomainSocketAddress.of(socket));
      return true;
    } catch (IOException nobody) {
      return false;
    }
  }
}
