package dev.jubelet.linux.kernel;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.lang.foreign.StructLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;

/** The system calls that are used, with their numbers on arm64 and on x86-64. */
public enum SystemCall {
  MOUNT(40, 165),
  UMOUNT2(39, 166),
  OPENAT2(437, 437),
  CLOSE(57, 3),
  READ(63, 0),
  WRITE(64, 1),
  SYNCFS(267, 306),
  GETDENTS64(61, 217),
  STATX(291, 332),
  MKDIRAT(34, 258),
  UNLINKAT(35, 263),
  RENAMEAT(38, 264),
  LINKAT(37, 265),
  SYMLINKAT(36, 266),
  READLINKAT(78, 267),
  MKNODAT(33, 259),
  FCHMOD(52, 91),
  FCHMODAT(53, 268),
  FCHOWNAT(54, 260),
  UTIMENSAT(88, 280),
  LSETXATTR(6, 189),
  LGETXATTR(9, 192),
  LLISTXATTR(12, 195),
  OPEN_TREE(428, 428),
  MOVE_MOUNT(429, 429),
  MOUNT_SETATTR(442, 442),
  KILL(129, 62),
  PIDFD_OPEN(434, 434),
  PIDFD_SEND_SIGNAL(424, 424),
  PPOLL(73, 271),
  EVENTFD2(19, 290),
  INOTIFY_INIT1(26, 294),
  INOTIFY_ADD_WATCH(27, 254),
  SOCKET(198, 41),
  SETSOCKOPT(208, 54),
  BIND(200, 49),
  LISTEN(201, 50),
  ACCEPT4(242, 288),
  CONNECT(203, 42),
  SENDTO(206, 44),
  RECVFROM(207, 45),
  SHUTDOWN(210, 48),
  SETNS(268, 308),
  UNSHARE(97, 272),
  FLOCK(32, 73);

  static final boolean ARM64 = System.getProperty("os.arch", "").equals("aarch64");

  private static final int ARGUMENTS_MAX = 6;
  private static final StructLayout STATE = Linker.Option.captureStateLayout();
  private static final VarHandle ERRNO =
      STATE.varHandle(MemoryLayout.PathElement.groupElement("errno"));

  /** syscall(2), to which every argument is a word. Its first one here gets errno. */
  private static final MethodHandle SYSCALL =
      Linker.nativeLinker()
          .downcallHandle(
              Linker.nativeLinker().defaultLookup().findOrThrow("syscall"),
              FunctionDescriptor.of(
                  JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG,
                  JAVA_LONG),
              Linker.Option.firstVariadicArg(1),
              Linker.Option.captureCallState("errno"));

  private final long arm64;
  private final long x86;

  SystemCall(long arm64, long x86) {
    this.arm64 = arm64;
    this.x86 = x86;
  }

  /**
   * Makes the call, again when a signal interrupts it.
   *
   * @param what it does and {@code shown} to what, for a message
   * @param arguments numbers, memory, and bytes, which are copied with a NUL behind them
   * @throws LinuxException when the kernel refuses
   */
  public long call(String what, String shown, Object... arguments) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = arena.allocate(STATE);
      long[] words = words(arena, arguments);
      while (true) {
        long answer = invoke(state, words);
        if (answer >= 0) {
          return answer;
        }
        int errno = (int) ERRNO.get(state, 0L);
        if (errno != Errno.EINTR) {
          throw new LinuxException(errno, what, shown);
        }
      }
    }
  }

  /** Makes the call once, whatever the kernel answers. */
  void callOnce(Object... arguments) {
    try (Arena arena = Arena.ofConfined()) {
      long _ = invoke(arena.allocate(STATE), words(arena, arguments));
    }
  }

  private long invoke(MemorySegment state, long[] words) {
    try {
      return (long)
          SYSCALL.invokeExact(
              state,
              ARM64 ? arm64 : x86,
              words[0],
              words[1],
              words[2],
              words[3],
              words[4],
              words[5]);
    } catch (RuntimeException | Error thrown) {
      throw thrown;
    } catch (Throwable impossible) {
      throw new IllegalStateException("a native call threw a checked exception", impossible);
    }
  }

  private static long[] words(Arena arena, Object[] arguments) {
    long[] words = new long[ARGUMENTS_MAX];
    for (int i = 0; i < arguments.length; i++) {
      words[i] =
          switch (arguments[i]) {
            case Number number -> number.longValue();
            case byte[] bytes -> text(arena, bytes).address();
            case MemorySegment memory when memory.isNative() -> address(memory);
            default -> throw new IllegalArgumentException("not an argument of a system call");
          };
    }
    return words;
  }

  /** The kernel writes wherever it is told to, so what was freed must not reach it. */
  private static long address(MemorySegment memory) {
    if (!memory.scope().isAlive() || !memory.isAccessibleBy(Thread.currentThread())) {
      throw new IllegalStateException("this memory is freed, or belongs to another thread");
    }
    return memory.address();
  }

  private static MemorySegment text(SegmentAllocator arena, byte[] text) {
    MemorySegment copy = arena.allocate(text.length + 1L);
    MemorySegment.copy(text, 0, copy, JAVA_BYTE, 0, text.length);
    return copy;
  }
}
