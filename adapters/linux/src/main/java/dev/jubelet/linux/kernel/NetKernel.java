package dev.jubelet.linux.kernel;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** System calls about sockets, namespaces and locks. */
public final class NetKernel {
  static final int AF_NETLINK = 16;
  public static final int CLONE_NEWNET = 0x40000000;
  public static final int LOCK_EX_NB = 2 | 4;

  private static final int SOCK_RAW_CLOEXEC = 3 | 0x80000;
  private static final int SOL_NETLINK = 270;
  private static final int SOCKADDR_NL_SIZE = 12;

  private NetKernel() {}

  public static int netlink(int protocol) {
    int fd =
        (int)
            Kernel.call(
                "open netlink socket",
                "",
                (arena, state) ->
                    (int) Libc.SOCKET.invokeExact(state, AF_NETLINK, SOCK_RAW_CLOEXEC, protocol));
    try {
      Kernel.call(
          "bind netlink socket",
          "",
          (arena, state) -> {
            MemorySegment address = arena.allocate(SOCKADDR_NL_SIZE, 4);
            address.set(JAVA_SHORT, 0, (short) AF_NETLINK);
            return (int) Libc.BIND.invokeExact(state, fd, address, SOCKADDR_NL_SIZE);
          });
      return fd;
    } catch (LinuxException refused) {
      Kernel.close(fd);
      throw refused;
    }
  }

  public static void netlinkOption(int fd, int option) {
    Kernel.call(
        "set netlink option",
        Integer.toString(option),
        (arena, state) ->
            (int)
                Libc.SETSOCKOPT.invokeExact(
                    state, fd, SOL_NETLINK, option, arena.allocateFrom(JAVA_INT, 1), 4));
  }

  public static void send(int fd, byte[] message, String what) {
    Kernel.call(
        what,
        "",
        (arena, state) ->
            (long)
                Libc.SEND.invokeExact(
                    state, fd, arena.allocateFrom(JAVA_BYTE, message), (long) message.length, 0));
  }

  /** The next datagram, once there is one; it must fit. */
  public static byte[] receive(int fd, int sizeMax, String what) {
    try (Arena outer = Arena.ofConfined()) {
      MemorySegment buffer = outer.allocate(sizeMax, 8);
      long size =
          Kernel.call(
              what,
              "",
              (arena, state) ->
                  (long) Libc.RECV.invokeExact(state, fd, buffer, buffer.byteSize(), 0));
      return buffer.asSlice(0, size).toArray(JAVA_BYTE);
    }
  }

  public static void setns(int fd, int kind, String shown) {
    Kernel.call(
        "enter namespace", shown, (arena, state) -> (int) Libc.SETNS.invokeExact(state, fd, kind));
  }

  public static void unshare(int kind) {
    Kernel.call(
        "make namespace", "", (arena, state) -> (int) Libc.UNSHARE.invokeExact(state, kind));
  }

  public static void flock(int fd, int operation, String shown) {
    Kernel.call(
        "lock", shown, (arena, state) -> (int) Libc.FLOCK.invokeExact(state, fd, operation));
  }
}
