package dev.jubelet.linux.network;

import dev.jubelet.linux.kernel.Errno;
import dev.jubelet.linux.kernel.Kernel;
import dev.jubelet.linux.kernel.LinuxException;
import dev.jubelet.linux.kernel.NetKernel;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;

/** Tells which links went, in the namespace of the thread that opened it. */
public final class LinkEvents implements AutoCloseable {
  private static final int GROUP_LINK = 1;
  private static final int DELLINK = 17;
  private static final int HEADER = 16;
  private static final int LINK_HEADER = 16;
  private static final int IFNAME = 3;
  private static final int AF_BRIDGE = 7;
  private static final int DATAGRAM_MAX = 64 * 1024;

  private final WakeableDescriptor socket =
      new WakeableDescriptor(NetKernel.netlinkEvents(NetlinkSocket.ROUTE, GROUP_LINK));

  private final byte[] buffer = new byte[DATAGRAM_MAX];

  /**
   * Waits, one thread at a time, for the next change of links and answers the names of those that
   * went, often none; empty when some were missed, so that any may be gone.
   *
   * @throws java.nio.channels.ClosedChannelException when it was closed meanwhile
   */
  public Optional<Set<String>> next() throws IOException {
    try {
      int length = (int) socket.when(Kernel.POLLIN, fd -> NetKernel.read(fd, buffer));
      return Optional.of(gone(Arrays.copyOf(buffer, length)));
    } catch (IOException failed) {
      if (failed.getCause() instanceof LinuxException refused && refused.errno() == Errno.ENOBUFS) {
        return Optional.empty();
      }
      throw failed;
    }
  }

  private static Set<String> gone(byte[] datagram) {
    Set<String> names = new LinkedHashSet<>();
    ByteBuffer fixed = ByteBuffer.wrap(datagram).order(ByteOrder.nativeOrder());
    int at = 0;
    while (at + HEADER + LINK_HEADER <= datagram.length) {
      int length = fixed.getInt(at);
      if (length < HEADER + LINK_HEADER || length > datagram.length - at) {
        break;
      }
      // A port that leaves its bridge is told of as a link of that family, and lives on.
      boolean port = datagram[at + HEADER] == AF_BRIDGE;
      if (Short.toUnsignedInt(fixed.getShort(at + 4)) == DELLINK && !port) {
        byte[] message = Arrays.copyOfRange(datagram, at + HEADER, at + length);
        names.add(NetlinkAttributes.text(NetlinkAttributes.read(message, LINK_HEADER), IFNAME));
      }
      at += (length + 3) / 4 * 4;
    }
    return names;
  }

  @Override
  public void close() {
    socket.close();
  }
}
