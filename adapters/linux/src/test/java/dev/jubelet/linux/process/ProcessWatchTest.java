package dev.jubelet.linux.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.testkit.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class ProcessWatchTest {
  private final List<Process> started = new ArrayList<>();

  @AfterEach
  void endAll() {
    started.forEach(Process::destroyForcibly);
  }

  private ProcessIdentity sleeper() throws IOException {
    Process process = new ProcessBuilder("sleep", "600").start();
    started.add(process);
    return ProcessIdentity.of(process.pid()).orElseThrow();
  }

  @Test
  void tellsEachEndOnceAndNoOther() throws Exception {
    BlockingQueue<String> told = new LinkedBlockingQueue<>();
    try (ProcessWatch watch = new ProcessWatch()) {
      ProcessIdentity one = sleeper();
      ProcessIdentity two = sleeper();
      watch.follow(one, () -> told.add("one"));
      watch.follow(two, () -> told.add("two"));
      watch.follow(sleeper(), () -> told.add("three"));
      two.signal(9);
      assertThat(told.poll(5, TimeUnit.SECONDS)).isEqualTo("two");
      one.signal(9);
      assertThat(told.poll(5, TimeUnit.SECONDS)).isEqualTo("one");
      assertThat(told).isEmpty();
    }
  }

  @Test
  void tellsOfWhoeverIsGoneAlreadyOrHasANumberThatWasGivenAgain() throws Exception {
    CountDownLatch told = new CountDownLatch(2);
    try (ProcessWatch watch = new ProcessWatch()) {
      ProcessIdentity now = sleeper();
      watch.follow(new ProcessIdentity(now.pid(), now.born() - 1), told::countDown);
      watch.follow(new ProcessIdentity(Integer.MAX_VALUE - 1, 1), told::countDown);
      assertThat(told.await(5, TimeUnit.SECONDS)).isTrue();
    }
  }

  @Test
  void givesItsDescriptorsBack() throws Exception {
    long before = descriptors();
    for (int i = 0; i < 20; i++) {
      try (ProcessWatch watch = new ProcessWatch()) {
        watch.follow(sleeper(), () -> {});
      }
      Process last = started.getLast();
      last.destroyForcibly();
      last.waitFor();
      last.getInputStream().close();
      last.getErrorStream().close();
      last.getOutputStream().close();
    }
    Await.until("descriptors are given back", () -> descriptors() <= before + 5);
  }

  private static long descriptors() throws IOException {
    try (Stream<Path> all = Files.list(Path.of("/proc/self/fd"))) {
      return all.count();
    }
  }
}
