package dev.jubelet.linux.network;

import dev.jubelet.linux.OwnThread;
import dev.jubelet.linux.kernel.Kernel;
import dev.jubelet.linux.kernel.NetKernel;
import dev.jubelet.linux.kernel.OpenFile;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;

/** A network namespace, held open. Work in it is done by an {@link OwnThread}. */
public final class NetworkNamespace extends OpenFile {
  private static final Path OWN = Path.of("/proc/thread-self/ns/net");

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

  /** Does something in it. What is opened there stays there: a socket can be used by any thread. */
  public <T> T run(Callable<T> work) {
    try {
      return OwnThread.call(
          "netns " + this,
          () -> {
            NetKernel.setns(fd(), NetKernel.CLONE_NEWNET, toString());
            return work.call();
          });
    } catch (ExecutionException failed) {
      if (failed.getCause() instanceof RuntimeException refused) {
        throw refused;
      }
      throw new IllegalStateException("work in namespace " + this + " broke", failed.getCause());
    }
  }
}
