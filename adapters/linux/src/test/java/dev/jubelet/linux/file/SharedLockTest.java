package dev.jubelet.linux.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jubelet.linux.kernel.Errno;
import dev.jubelet.linux.kernel.LinuxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
final class SharedLockTest {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  @TempDir Path temp;

  @Test
  void oneHasItAndNothingIsLeftOfIt() throws Exception {
    Path directory = temp.resolve("run");
    try (SharedLock _ = SharedLock.take(directory, "shared", Duration.ZERO)) {
      assertThat(Files.getPosixFilePermissions(directory.resolve("shared.lock")))
          .isEqualTo(PosixFilePermissions.fromString("rw-------"));
      assertThatThrownBy(() -> SharedLock.take(directory, "shared", Duration.ZERO))
          .isInstanceOfSatisfying(
              LinuxException.class, e -> assertThat(e.errno()).isEqualTo(Errno.EAGAIN));
      SharedLock.take(directory, "other", Duration.ZERO).close();
    }
    assertThat(directory).isEmptyDirectory();
    SharedLock.take(directory, "shared", Duration.ZERO).close();
  }

  @Test
  void holdsThoughItsFileGoesEachTime() throws Exception {
    AtomicInteger inside = new AtomicInteger();
    AtomicInteger together = new AtomicInteger();
    try (ExecutorService threads = Executors.newFixedThreadPool(8)) {
      for (int i = 0; i < 400; i++) {
        threads.submit(() -> {
          try (SharedLock _ = SharedLock.take(temp, "shared", PATIENCE)) {
            together.accumulateAndGet(inside.incrementAndGet(), Math::max);
            inside.decrementAndGet();
          }
          return inside;
        });
      }
    }
    assertThat(together.get()).isEqualTo(1);
  }
}
