package dev.jubelet.linux.network;

import dev.jubelet.linux.NamespaceThread;
import dev.jubelet.linux.kernel.Descriptor;
import dev.jubelet.linux.kernel.Errno;
import dev.jubelet.linux.kernel.Kernel;
import dev.jubelet.linux.kernel.LinuxException;
import dev.jubelet.linux.kernel.NetKernel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;

/** A network namespace, held open. Work in it is done by a {@link NamespaceThread}. */
public final class NetworkNamespace extends Descriptor {
  private static final Path OWN = Path.of("/proc/thread-self/ns/net");
  private static final long MS_BIND = 4096;
  private static final int MNT_DETACH = 2;

  private NetworkNamespace(int fd, String shown) {
    super(fd, shown);
  }

  /**
   * @throws LinuxException with ENOENT when there is none
   */
  public static NetworkNamespace open(Path path) {
    return new NetworkNamespace(Kernel.open(path, Kernel.O_RDONLY), path.toString());
  }

  /** That of the calling thread. */
  public static NetworkNamespace current() {
    return open(OWN);
  }

  /** Makes a new one and pins it to a file, which keeps it there without any process. */
  public static void create(Path path) throws IOException {
    Files.createFile(path);
    try {
      onThread(
          "make " + path,
          () -> {
            NetKernel.unshare(NetKernel.CLONE_NEWNET);
            Kernel.mount(OWN.toString(), path.toString(), "none", MS_BIND, "");
            return path;
          });
    } catch (RuntimeException failed) {
      Files.deleteIfExists(path);
      throw failed;
    }
  }

  /** Unpins it; it may be half made, or gone. */
  public static void remove(Path path) throws IOException {
    try {
      Kernel.umount2(path.toString(), MNT_DETACH);
    } catch (LinuxException refused) {
      // EINVAL: nothing is mounted there.
      refused.throwUnless(Errno.EINVAL, Errno.ENOENT);
    }
    Files.deleteIfExists(path);
  }

  /** Does something in it. What is opened there stays there: a socket can be used by any thread. */
  public <T> T run(Callable<T> work) {
    return onThread(
        toString(),
        () -> {
          NetKernel.setns(fd(), NetKernel.CLONE_NEWNET, toString());
          return work.call();
        });
  }

  private static <T> T onThread(String name, Callable<T> work) {
    try {
      return NamespaceThread.call("netns " + name, work);
    } catch (ExecutionException failed) {
      if (failed.getCause() instanceof RuntimeException refused) {
        throw refused;
      }
      throw new IllegalStateException("work in namespace " + name + " broke", failed.getCause());
    }
  }
}
