package dev.jubelet.linux.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.linux.kernel.KernelText;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(20)
final class DirectoryWatchTest {
  @TempDir Path temp;

  private final BlockingQueue<String> told = new LinkedBlockingQueue<>();
  private DirectoryWatch watch = new DirectoryWatch(Path.of("/nowhere"));
  private Thread runner = new Thread();

  @AfterEach
  void stop() throws InterruptedException {
    watch.close();
    runner.join();
  }

  @Test
  void tellsToLookAtEverythingWhenWatchingBegins() throws Exception {
    start(temp);
    assertThat(next()).isEmpty();
  }

  @Test
  void tellsWrittenMovedAndRemovedFiles() throws Exception {
    start(temp);
    assertThat(next()).isEmpty();
    Files.writeString(temp.resolve("a.yaml"), "x");
    assertThat(next()).isEqualTo("a.yaml");
    Files.move(temp.resolve("a.yaml"), temp.resolve("b.yaml"));
    assertThat(next()).isEqualTo("a.yaml");
    assertThat(next()).isEqualTo("b.yaml");
    Files.delete(temp.resolve("b.yaml"));
    assertThat(next()).isEqualTo("b.yaml");
  }

  @Test
  void keepsQuietAboutFileThatIsStillBeingWritten() throws Exception {
    start(temp);
    assertThat(next()).isEmpty();
    try (OutputStream out = Files.newOutputStream(temp.resolve("slow.yaml"))) {
      out.write('x');
      Files.createSymbolicLink(temp.resolve("link.yaml"), Path.of("slow.yaml"));
      assertThat(next()).isEqualTo("link.yaml");
    }
    assertThat(next()).isEqualTo("slow.yaml");
  }

  @Test
  void waitsForDirectoryThatIsNotThereAndSurvivesItsReplacement() throws Exception {
    Path directory = temp.resolve("manifests");
    start(directory);
    Files.createDirectory(directory);
    assertThat(next()).isEmpty();
    Files.move(directory, temp.resolve("old"));
    assertThat(next()).as("the directory went").isEmpty();
    Files.createDirectory(directory);
    assertThat(next()).as("the directory came").isEmpty();
    Files.writeString(directory.resolve("p.yaml"), "x");
    assertThat(next()).isEqualTo("p.yaml");
  }

  @Test
  void toldTheSameWhenDirectoryIsDeleted() throws Exception {
    Path directory = Files.createDirectory(temp.resolve("manifests"));
    start(directory);
    assertThat(next()).isEmpty();
    Files.delete(directory);
    assertThat(next()).isEmpty();
  }

  @Test
  void closeBeforeRunEndsItAtOnce() {
    watch = new DirectoryWatch(temp);
    watch.close();
    watch.run(told::add);
    assertThat(told).isEmpty();
  }

  @Test
  void closeIsIdempotentAndEndsRunOnVirtualThread() throws Exception {
    watch = new DirectoryWatch(temp);
    runner = Thread.ofVirtual().start(() -> watch.run(told::add));
    assertThat(next()).isEmpty();
    watch.close();
    watch.close();
    runner.join();
  }

  @Test
  void doesNotLeakDescriptors() throws Exception {
    long before = descriptors();
    for (int i = 0; i < 20; i++) {
      start(temp);
      assertThat(next()).isEmpty();
      watch.close();
      runner.join();
    }
    assertThat(descriptors()).isLessThan(before + 10);
  }

  @Test
  void tellsToLookAtEverythingWhenTheKernelLostEvents() throws Exception {
    int limit =
        Integer.parseInt(
            KernelText.read(Path.of("/proc/sys/fs/inotify/max_queued_events")).strip());
    CountDownLatch flooded = new CountDownLatch(1);
    CountDownLatch begun = new CountDownLatch(1);
    watch.close();
    watch = new DirectoryWatch(temp);
    DirectoryWatch slow = watch;
    runner =
        Thread.ofPlatform()
            .start(() ->
                slow.run(name -> {
                  if (name.isEmpty()) {
                    told.add(name);
                  }
                  begun.countDown();
                  awaitQuietly(flooded);
                }));
    begun.await();
    Path a = temp.resolve("a");
    Path b = temp.resolve("b");
    Files.createFile(a);
    // Each way and back is four events, and none repeats the one before it: twice the limit.
    for (int i = 0; i < limit / 2; i++) {
      Files.move(a, b);
      Files.move(b, a);
    }
    flooded.countDown();
    assertThat(next()).as("the beginning").isEmpty();
    assertThat(next()).as("the overflow").isEmpty();
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }

  private void start(Path directory) {
    watch.close();
    watch = new DirectoryWatch(directory);
    DirectoryWatch started = watch;
    runner = Thread.ofPlatform().start(() -> started.run(told::add));
  }

  private String next() throws InterruptedException {
    String name = told.poll(60, TimeUnit.SECONDS);
    assertThat(name).as("an event").isNotNull();
    return name == null ? "" : name;
  }

  private static long descriptors() throws IOException {
    try (var list = Files.list(Path.of("/proc/self/fd"))) {
      return list.count();
    }
  }
}
