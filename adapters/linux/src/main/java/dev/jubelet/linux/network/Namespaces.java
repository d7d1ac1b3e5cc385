package dev.jubelet.linux.network;

import dev.jubelet.linux.OwnThread;
import dev.jubelet.linux.kernel.Errno;
import dev.jubelet.linux.kernel.Kernel;
import dev.jubelet.linux.kernel.LinuxException;
import dev.jubelet.linux.kernel.NetKernel;
import dev.jubelet.linux.kernel.OpenFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;

/**
 * Namespaces that no process has to keep: each is pinned to a file. They are made, and entered, by
 * a {@link OwnThread}.
 */
public final class Namespaces {
  private static final Path OWN = Path.of("/proc/thread-self/ns");
  private static final long MS_BIND = 4096;
  private static final int MNT_DETACH = 2;

  /** Kinds that one thread may change for itself, and two that only a new process can have. */
  public enum Kind {
    NETWORK("net", 0x40000000),
    IPC("ipc", 0x08000000),
    UTS("uts", 0x04000000),
    PID("pid", 0x20000000),
    USER("user", 0x10000000);

    private final String file;
    private final int flag;

    Kind(String file, int flag) {
      this.file = file;
      this.flag = flag;
    }

    /** Its name beneath {@code /proc/PID/ns}. */
    public String file() {
      return file;
    }
  }

  private Namespaces() {}

  /**
   * Makes new ones and pins each to its file, which must not exist.
   *
   * @param inside done in them before they are pinned, so that what is pinned is complete
   */
  public static void create(Map<Kind, Path> pins, Callable<?> inside) throws IOException {
    for (Path pin : pins.values()) {
      Files.createFile(pin);
    }
    onThread(() -> {
      int flags = 0;
      for (Kind kind : pins.keySet()) {
        flags |= kind.flag;
      }
      NetKernel.unshare(flags);
      Object _ = inside.call();
      for (Map.Entry<Kind, Path> pin : pins.entrySet()) {
        bind(OWN.resolve(pin.getKey().file), pin.getValue());
      }
      return pins;
    });
  }

  /** Pins one that a process has. */
  public static void pin(long pid, Kind kind, Path file) throws IOException {
    Files.createFile(file);
    bind(Path.of("/proc", Long.toString(pid), "ns", kind.file), file);
  }

  private static void bind(Path namespace, Path file) {
    Kernel.mount(namespace.toString(), file.toString(), "none", MS_BIND, "");
  }

  /** Does something in namespaces that are pinned. */
  public static <T> T within(Map<Kind, Path> pins, Callable<T> work) throws IOException {
    return onThread(() -> {
      for (Map.Entry<Kind, Path> pin : pins.entrySet()) {
        try (OpenFile namespace = OpenFile.open(pin.getValue(), Kernel.O_RDONLY)) {
          NetKernel.setns(namespace.fd(), pin.getKey().flag, namespace.toString());
        }
      }
      return work.call();
    });
  }

  /** Unpins one; it may be half made, or gone. */
  public static void remove(Path pin) throws IOException {
    try {
      Kernel.umount2(pin.toString(), MNT_DETACH);
    } catch (LinuxException refused) {
      // EINVAL: nothing is mounted there.
      refused.throwUnless(Errno.EINVAL, Errno.ENOENT);
    }
    Files.deleteIfExists(pin);
  }

  private static <T> T onThread(Callable<T> work) throws IOException {
    try {
      return OwnThread.call("namespaces", work);
    } catch (ExecutionException failed) {
      switch (failed.getCause()) {
        case RuntimeException refused -> throw refused;
        case IOException refused -> throw refused;
        case null, default ->
            throw new IllegalStateException("work in another namespace failed", failed.getCause());
      }
    }
  }
}
