package dev.jubelet.app.command.run;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Ctrl-C or SIGTERM as a wish that the command fulfils in its own time: the process ends only when
 * {@link #close} was called, since there is something to be cleaned up first.
 */
final class StopSignal implements AutoCloseable {
  private final CountDownLatch asked = new CountDownLatch(1);
  private final CountDownLatch finished = new CountDownLatch(1);
  private final AtomicInteger exitCode = new AtomicInteger(1);
  private final Thread hook;

  private StopSignal() {
    this.hook = Thread.ofPlatform().name("stop signal").unstarted(this::onSignal);
  }

  static StopSignal install() {
    StopSignal signal = new StopSignal();
    Runtime.getRuntime().addShutdownHook(signal.hook);
    return signal;
  }

  private void onSignal() {
    asked.countDown();
    try {
      finished.await();
    } catch (InterruptedException hurried) {
      Thread.currentThread().interrupt();
    }
    Runtime.getRuntime().halt(exitCode.get());
  }

  boolean asked() {
    return asked.getCount() == 0;
  }

  /** Waits so long, or until it is asked for. True when it is. */
  boolean await(Duration time) {
    try {
      return asked.await(time.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException end) {
      Thread.currentThread().interrupt();
      return true;
    }
  }

  /** The exit code if a signal ends the process. */
  void exitCode(int code) {
    exitCode.set(code);
  }

  @Override
  public void close() {
    finished.countDown();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException signalCame) {
      // The hook runs already and ends the process with our code.
      return;
    }
  }
}
