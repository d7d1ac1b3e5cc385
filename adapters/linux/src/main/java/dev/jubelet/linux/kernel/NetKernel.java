package dev.jubelet.linux.kernel;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * System calls about sockets, namespaces and locks. Those about unix sockets do not block but for
 * {@link #poll}.
 */
public final class NetKernel {
  public static final int CLONE_NEWNET = 0x40000000;
  public static final int LOCK_EX_NB = 2 | 4;

  private static final int AF_UNIX = 1;
  private static final int AF_NETLINK = 16;
  private static final int SOCK_RAW_CLOEXEC = 3 | 0x80000;
  private static final int SOCK_SEQPACKET = 5;
  private static final int SOCK_NONBLOCK_CLOEXEC = 0x800 | 0x80000;
  private static final int SOL_NETLINK = 270;
  private static final int SOCKADDR_NL_SIZE = 12;
  private static final int MSG_NOSIGNAL = 0x4000;
  private static final int SHUT_WR = 1;
  private static final int PATH_MAX = 108;
  private static final int ADDRESS_SIZE = 2 + PATH_MAX;

  private NetKernel() {}

  public static int netlink(int protocol) {
    return netlink(protocol, SOCK_RAW_CLOEXEC, 0);
  }

  /** One that does not block and on which the kernel tells what happens in these groups. */
  public static int netlinkEvents(int protocol, int groups) {
    return netlink(protocol, SOCK_RAW_CLOEXEC | SOCK_NONBLOCK_CLOEXEC, groups);
  }

  private static int netlink(int protocol, int type, int groups) {
    int fd = (int) SystemCall.SOCKET.call("open netlink socket", "", AF_NETLINK, type, protocol);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment address = arena.allocate(SOCKADDR_NL_SIZE, 4);
      address.set(JAVA_SHORT, 0, (short) AF_NETLINK);
      address.set(JAVA_INT, 8, groups);
      SystemCall.BIND.call("bind netlink socket", "", fd, address, SOCKADDR_NL_SIZE);
      return fd;
    } catch (LinuxException refused) {
      Kernel.close(fd);
      throw refused;
    }
  }

  public static void netlinkOption(int fd, int option) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment on = arena.allocateFrom(JAVA_INT, 1);
      String shown = Integer.toString(option);
      SystemCall.SETSOCKOPT.call("set netlink option", shown, fd, SOL_NETLINK, option, on, 4);
    }
  }

  public static void send(int fd, byte[] message, String what) {
    SystemCall.SENDTO.call(what, "", fd, message, message.length, 0);
  }

  /** The next datagram, once there is one; it must fit. */
  public static byte[] receive(int fd, int sizeMax, String what) {
    return Kernel.filled(
        sizeMax, buffer -> SystemCall.RECVFROM.call(what, "", fd, buffer, buffer.byteSize(), 0));
  }

  public static int seqpacket() {
    int type = SOCK_SEQPACKET | SOCK_NONBLOCK_CLOEXEC;
    return (int) SystemCall.SOCKET.call("open socket", "", AF_UNIX, type, 0);
  }

  public static void connect(int fd, String path, String shown) {
    SystemCall.CONNECT.call("connect to", shown, fd, address(path), ADDRESS_SIZE);
  }

  public static void listen(int fd, String path) {
    SystemCall.BIND.call("bind", path, fd, address(path), ADDRESS_SIZE);
    SystemCall.LISTEN.call("listen", path, fd, 8);
  }

  public static int accept(int fd) {
    return (int) SystemCall.ACCEPT4.call("accept", "", fd, 0, 0, SOCK_NONBLOCK_CLOEXEC);
  }

  // struct sockaddr_un: family 2, in the order of the machine; path 108.
  private static byte[] address(String path) {
    byte[] bytes = Kernel.bytes(path);
    if (bytes.length >= PATH_MAX) {
      throw new LinuxException(Errno.ENAMETOOLONG, "address", path);
    }
    byte[] address = new byte[ADDRESS_SIZE];
    MemorySegment.ofArray(address).set(JAVA_SHORT_UNALIGNED, 0, (short) AF_UNIX);
    System.arraycopy(bytes, 0, address, 2, bytes.length);
    return address;
  }

  public static void shutdownOutput(int fd) {
    SystemCall.SHUTDOWN.call("shut down", "socket", fd, SHUT_WR);
  }

  public static long send(int fd, byte[] bytes, int from, int count) {
    byte[] sent = Arrays.copyOfRange(bytes, from, from + count);
    return SystemCall.SENDTO.call("send", "", fd, sent, count, MSG_NOSIGNAL);
  }

  /** Reads a stream's next bytes or a socket's next packet; 0 at the end. */
  public static long read(int fd, byte[] into) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment buffer = arena.allocate(into.length);
      long count = Kernel.read(fd, buffer);
      MemorySegment.copy(buffer, JAVA_BYTE, 0, into, 0, (int) count);
      return count;
    }
  }

  /** Waits until one of two is ready, for reading in the case of the second. */
  public static void poll(int fd, short events, int wake) {
    int _ = Kernel.poll(events, -1, fd, wake);
  }

  public static void setns(int fd, int kind, String shown) {
    SystemCall.SETNS.call("enter namespace", shown, fd, kind);
  }

  public static void unshare(int kind) {
    SystemCall.UNSHARE.call("make namespace", "", kind);
  }

  public static void flock(int fd, int operation, String shown) {
    SystemCall.FLOCK.call("lock", shown, fd, operation);
  }
}
