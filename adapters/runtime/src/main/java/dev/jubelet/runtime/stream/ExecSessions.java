package dev.jubelet.runtime.stream;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The execs that are under way. They end with this life: nobody would be there to talk to them, and
 * nothing else ends them before their container does.
 */
final class ExecSessions implements AutoCloseable {
  /** For all of them together; what is left then, the next life ends. */
  private static final Duration FAREWELL = Duration.ofSeconds(10);

  private final Path scratch;
  private final Set<Exec> open = ConcurrentHashMap.newKeySet();
  private volatile boolean closed;

  interface Exec {
    /** Ends it with everything that came from it. */
    void kill();
  }

  /**
   * Ends and removes what an earlier life left.
   *
   * @param scratch a directory for what an exec needs while it runs; made when absent
   */
  ExecSessions(Path scratch) {
    this.scratch = scratch;
    AbandonedExecs.sweep(scratch);
  }

  Path scratch() {
    return scratch;
  }

  <E extends Exec> E begun(E exec) throws IOException {
    open.add(exec);
    if (closed) {
      exec.kill();
      throw new IOException("failed to exec in container: the runtime is being stopped");
    }
    return exec;
  }

  void ended(Exec exec) {
    open.remove(exec);
  }

  @Override
  public void close() {
    closed = true;
    List<Thread> kills = new ArrayList<>();
    open.forEach(exec -> kills.add(Thread.ofVirtual().name("exec end").start(exec::kill)));
    long end = System.nanoTime() + FAREWELL.toNanos();
    try {
      for (Thread kill : kills) {
        boolean _ = kill.join(Duration.ofNanos(Math.max(0, end - System.nanoTime())));
      }
    } catch (InterruptedException hurry) {
      Thread.currentThread().interrupt();
    }
  }
}
