package dev.jubelet.linux.kernel;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** System calls about unix sockets. None of them blocks but {@link #poll}. */
public final class StreamKernel {
  public static final short POLLIN = 1;
  public static final short POLLOUT = 4;

  private static final int AF_UNIX = 1;
  private static final int SOCK_SEQPACKET = 5;
  private static final int SOCK_NONBLOCK_CLOEXEC = 0x800 | 0x80000;
  private static final int MSG_NOSIGNAL = 0x4000;
  private static final int SHUT_WR = 1;
  private static final int PATH_MAX = 108;
  private static final int ADDRESS_SIZE = 2 + PATH_MAX;
  private static final int POLLFD_SIZE = 8;

  private StreamKernel() {}

  public static int seqpacket() {
    return (int)
        Kernel.call(
            "open socket",
            "",
            (arena, state) ->
                (int)
                    Libc.SOCKET.invokeExact(
                        state, AF_UNIX, SOCK_SEQPACKET | SOCK_NONBLOCK_CLOEXEC, 0));
  }

  public static void connect(int fd, String path, String shown) {
    Kernel.call(
        "connect to",
        shown,
        (arena, state) ->
            (int) Libc.CONNECT.invokeExact(state, fd, address(arena, path), ADDRESS_SIZE));
  }

  public static void listen(int fd, String path) {
    Kernel.call(
        "bind",
        path,
        (arena, state) ->
            (int) Libc.BIND.invokeExact(state, fd, address(arena, path), ADDRESS_SIZE));
    Kernel.call("listen", path, (arena, state) -> (int) Libc.LISTEN.invokeExact(state, fd, 8));
  }

  public static int accept(int fd) {
    return (int)
        Kernel.call(
            "accept",
            "",
            (arena, state) ->
                (int)
                    Libc.ACCEPT4.invokeExact(
                        state, fd, MemorySegment.NULL, MemorySegment.NULL, SOCK_NONBLOCK_CLOEXEC));
  }

  private static MemorySegment address(Arena arena, String path) {
    byte[] bytes = Kernel.bytes(path);
    if (bytes.length >= PATH_MAX) {
      throw new LinuxException(Errno.ENAMETOOLONG, "address", path);
    }
    MemorySegment address = arena.allocate(ADDRESS_SIZE, 2);
    address.set(JAVA_SHORT, 0, (short) AF_UNIX);
    MemorySegment.copy(bytes, 0, address, JAVA_BYTE, 2, bytes.length);
    return address;
  }

  public static void shutdownOutput(int fd) {
    Kernel.call(
        "shut down",
        "socket",
        (arena, state) -> (int) Libc.SHUTDOWN.invokeExact(state, fd, SHUT_WR));
  }

  public static long send(int fd, byte[] bytes, int from, int count) {
    return Kernel.call(
        "send",
        "",
        (arena, state) ->
            (long)
                Libc.SEND.invokeExact(
                    state, fd, copied(arena, bytes, from, count), (long) count, MSG_NOSIGNAL));
  }

  private static MemorySegment copied(Arena arena, byte[] bytes, int from, int count) {
    MemorySegment copy = arena.allocate(Math.max(count, 1));
    MemorySegment.copy(bytes, from, copy, JAVA_BYTE, 0, count);
    return copy;
  }

  /** Reads a stream's next bytes or a socket's next packet; 0 at the end. */
  public static long read(int fd, byte[] into) {
    try (Arena outer = Arena.ofConfined()) {
      MemorySegment buffer = outer.allocate(into.length);
      long count = Kernel.read(fd, buffer);
      MemorySegment.copy(buffer, JAVA_BYTE, 0, into, 0, (int) count);
      return count;
    }
  }

  /** Waits until one of two is ready, for reading in the case of the second. */
  public static void poll(int fd, short events, int wake, int timeoutMillis) {
    try (Arena outer = Arena.ofConfined()) {
      MemorySegment list = outer.allocate(2L * POLLFD_SIZE, 4);
      list.set(JAVA_INT, 0, fd);
      list.set(JAVA_SHORT, 4, events);
      list.set(JAVA_INT, POLLFD_SIZE, wake);
      list.set(JAVA_SHORT, POLLFD_SIZE + 4, POLLIN);
      Kernel.call(
          "poll",
          "",
          (arena, state) -> (int) Libc.POLL.invokeExact(state, list, 2L, timeoutMillis));
    }
  }
}
