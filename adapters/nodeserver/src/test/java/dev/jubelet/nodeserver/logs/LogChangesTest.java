package dev.jubelet.nodeserver.logs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class LogChangesTest {
  private static final Duration LONG = Duration.ofSeconds(50);

  @TempDir Path folder = Path.of("/");

  @Test
  void tellsEveryFollowerOfWritesAndRotations() throws Exception {
    Path log = Files.createFile(folder.resolve("0.log"));
    try (LogChanges changes = new LogChanges();
        LogChanges.Follower one = changes.follow(folder);
        LogChanges.Follower two = changes.follow(folder)) {
      Files.writeString(log, "x", StandardOpenOption.APPEND);
      one.await(LONG);
      two.await(LONG);

      Files.move(log, folder.resolve("0.log.1"));
      two.await(LONG);
    }
  }

  @Test
  void comesBackWhenNothingHappens() throws Exception {
    try (LogChanges changes = new LogChanges();
        LogChanges.Follower follower = changes.follow(folder.resolve("absent"))) {
      long since = System.nanoTime();

      follower.await(Duration.ofMillis(20));

      assertThat(System.nanoTime() - since).isGreaterThanOrEqualTo(20_000_000L);
    }
  }

  @Test
  void watchesAgainAfterTheLastFollowerLeft() throws Exception {
    try (LogChanges changes = new LogChanges()) {
      changes.follow(folder).close();
      try (LogChanges.Follower follower = changes.follow(folder)) {
        Files.createFile(folder.resolve("a"));
        follower.await(LONG);
      }
    }
  }
}
