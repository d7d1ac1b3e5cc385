package dev.jubelet.linux.kernel;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;

/** Handles of the C library's functions; each takes a segment first, in which errno is left. */
public final class Libc {
  static final StructLayout CALL_STATE = Linker.Option.captureStateLayout();
  private static final VarHandle ERRNO =
      CALL_STATE.varHandle(MemoryLayout.PathElement.groupElement("errno"));
  private static final Linker LINKER = Linker.nativeLinker();

  static final MethodHandle MOUNT =
      handle("mount", JAVA_INT, ADDRESS, ADDRESS, ADDRESS, JAVA_LONG, ADDRESS);
  static final MethodHandle UMOUNT2 = handle("umount2", JAVA_INT, ADDRESS, JAVA_INT);
  static final MethodHandle UNLINKAT = handle("unlinkat", JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT);
  static final MethodHandle RENAMEAT =
      handle("renameat", JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT, ADDRESS);
  static final MethodHandle MKDIRAT = handle("mkdirat", JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT);
  static final MethodHandle SYMLINKAT = handle("symlinkat", JAVA_INT, ADDRESS, JAVA_INT, ADDRESS);
  static final MethodHandle READLINKAT =
      handle("readlinkat", JAVA_LONG, JAVA_INT, ADDRESS, ADDRESS, JAVA_LONG);
  static final MethodHandle FCHMOD = handle("fchmod", JAVA_INT, JAVA_INT, JAVA_INT);
  static final MethodHandle CHMOD = handle("chmod", JAVA_INT, ADDRESS, JAVA_INT);
  static final MethodHandle FCHOWNAT =
      handle("fchownat", JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT, JAVA_INT, JAVA_INT);
  static final MethodHandle LINKAT =
      handle("linkat", JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT, ADDRESS, JAVA_INT);
  static final MethodHandle MKNODAT =
      handle("mknodat", JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT, JAVA_LONG);
  static final MethodHandle UTIMENSAT =
      handle("utimensat", JAVA_INT, JAVA_INT, ADDRESS, ADDRESS, JAVA_INT);
  static final MethodHandle LSETXATTR =
      handle("lsetxattr", JAVA_INT, ADDRESS, ADDRESS, ADDRESS, JAVA_LONG, JAVA_INT);
  static final MethodHandle LGETXATTR =
      handle("lgetxattr", JAVA_LONG, ADDRESS, ADDRESS, ADDRESS, JAVA_LONG);
  static final MethodHandle LLISTXATTR =
      handle("llistxattr", JAVA_LONG, ADDRESS, ADDRESS, JAVA_LONG);
  static final MethodHandle SYNCFS = handle("syncfs", JAVA_INT, JAVA_INT);
  static final MethodHandle KILL = handle("kill", JAVA_INT, JAVA_INT, JAVA_INT);
  static final MethodHandle CLOSE = handle("close", JAVA_INT, JAVA_INT);
  static final MethodHandle READ = handle("read", JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG);
  static final MethodHandle WRITE = handle("write", JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG);
  static final MethodHandle POLL = handle("poll", JAVA_INT, ADDRESS, JAVA_LONG, JAVA_INT);
  static final MethodHandle EVENTFD = handle("eventfd", JAVA_INT, JAVA_INT, JAVA_INT);
  static final MethodHandle INOTIFY_INIT1 = handle("inotify_init1", JAVA_INT, JAVA_INT);
  static final MethodHandle INOTIFY_ADD_WATCH =
      handle("inotify_add_watch", JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT);

  static final MethodHandle SOCKET = handle("socket", JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT);
  static final MethodHandle SETSOCKOPT =
      handle("setsockopt", JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT);
  static final MethodHandle BIND = handle("bind", JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT);
  static final MethodHandle SEND =
      handle("send", JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG, JAVA_INT);
  static final MethodHandle RECV =
      handle("recv", JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG, JAVA_INT);
  static final MethodHandle SETNS = handle("setns", JAVA_INT, JAVA_INT, JAVA_INT);
  static final MethodHandle UNSHARE = handle("unshare", JAVA_INT, JAVA_INT);
  static final MethodHandle FLOCK = handle("flock", JAVA_INT, JAVA_INT, JAVA_INT);

  static final MethodHandle CONNECT = handle("connect", JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT);
  static final MethodHandle LISTEN = handle("listen", JAVA_INT, JAVA_INT, JAVA_INT);
  static final MethodHandle ACCEPT4 =
      handle("accept4", JAVA_INT, JAVA_INT, ADDRESS, ADDRESS, JAVA_INT);
  static final MethodHandle SHUTDOWN = handle("shutdown", JAVA_INT, JAVA_INT, JAVA_INT);

  /** {@code syscall(number, fd, buffer, count)}, for getdents64, which musl names otherwise. */
  public static final MethodHandle SYSCALL_FD_BUFFER =
      variadic(1, "syscall", JAVA_LONG, JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG);

  /** {@code syscall(number, fd, path, how, size)}, for openat2, which has no wrapper. */
  public static final MethodHandle SYSCALL_FD_PATH_BUFFER =
      variadic(1, "syscall", JAVA_LONG, JAVA_LONG, JAVA_INT, ADDRESS, ADDRESS, JAVA_LONG);

  /** {@code syscall(number, fd, path, flags, mask, buffer)}, for statx. */
  static final MethodHandle SYSCALL_STATX =
      variadic(1, "syscall", JAVA_LONG, JAVA_LONG, JAVA_INT, ADDRESS, JAVA_INT, JAVA_INT, ADDRESS);

  /** {@code syscall(number, fd, path, flags)}, for open_tree. */
  public static final MethodHandle SYSCALL_FD_PATH_FLAGS =
      variadic(1, "syscall", JAVA_LONG, JAVA_LONG, JAVA_INT, ADDRESS, JAVA_INT);

  /** {@code syscall(number, fd, path, flags, attributes, size)}, for mount_setattr. */
  public static final MethodHandle SYSCALL_MOUNT_SETATTR =
      variadic(1, "syscall", JAVA_LONG, JAVA_LONG, JAVA_INT, ADDRESS, JAVA_INT, ADDRESS, JAVA_LONG);

  /** {@code syscall(number, fd, path, fd, path, flags)}, for move_mount. */
  public static final MethodHandle SYSCALL_MOVE_MOUNT =
      variadic(1, "syscall", JAVA_LONG, JAVA_LONG, JAVA_INT, ADDRESS, JAVA_INT, ADDRESS, JAVA_INT);

  private Libc() {}

  public static int errno(MemorySegment state) {
    return (int) ERRNO.get(state, 0L);
  }

  private static MethodHandle handle(String name, MemoryLayout answer, MemoryLayout... arguments) {
    return link(name, List.of(), answer, arguments);
  }

  private static MethodHandle variadic(
      int firstVariadic, String name, MemoryLayout answer, MemoryLayout... arguments) {
    return link(name, List.of(Linker.Option.firstVariadicArg(firstVariadic)), answer, arguments);
  }

  private static MethodHandle link(
      String name, List<Linker.Option> more, MemoryLayout answer, MemoryLayout... arguments) {
    List<Linker.Option> options = new ArrayList<>(more);
    options.add(Linker.Option.captureCallState("errno"));
    return LINKER.downcallHandle(
        LINKER.defaultLookup().findOrThrow(name),
        FunctionDescriptor.of(answer, arguments),
        options.toArray(Linker.Option[]::new));
  }
}
