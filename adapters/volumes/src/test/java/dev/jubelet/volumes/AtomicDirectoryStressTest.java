package dev.jubelet.volumes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.decide.volume.VolumeFile;
import dev.jubelet.decide.volume.VolumePayload;
import dev.jubelet.linux.file.OpenDirectory;
import dev.jubelet.linux.kernel.Errno;
import dev.jubelet.linux.kernel.LinuxException;
import dev.jubelet.linux.mount.MountTable;
import dev.jubelet.linux.mount.Mounts;
import dev.jubelet.model.objects.Blob;
import dev.jubelet.testkit.Needed;
import dev.jubelet.testkit.fault.SimulatedCrash;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A thousand changes, with a writer that dies and a disk that fills, before a reader's eyes. */
@Tag("long")
final class AtomicDirectoryStressTest {
  private static final int UPDATES = 1000;
  private static final List<String> KEYS = List.of("a", "b", "c", "deep/er/d");

  @TempDir Path temp;

  @Test
  void aReaderNeverSeesAMixNorAnEmptyDirectoryWhileTheWriterDies() throws Exception {
    Path directory = Files.createDirectory(temp.toRealPath().resolve("v"));
    storm(directory, false);
  }

  @Test
  void aReaderNeverSeesAMixNorAnEmptyDirectoryOnADiskThatIsOftenFull() throws Exception {
    Needed.root();
    Path directory = Files.createDirectory(temp.toRealPath().resolve("v"));
    Mounts.tmpfs(directory, List.of("size=128k", "nr_inodes=128"));
    try {
      storm(directory, true);
    } finally {
      Mounts.unmountLazily(directory);
    }
    assertThat(MountTable.read().beneath(directory)).isEmpty();
  }

  private static void storm(Path directory, boolean small) throws Exception {
    publish(directory, payload(0, 10), AtomicDirectory.Steps.UNWATCHED);
    AtomicBoolean over = new AtomicBoolean();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<Integer> reader = threads.submit(reader(directory, over));
      int refused = 0;
      try {
        refused = write(directory, small, new Random(7));
      } finally {
        over.set(true);
      }
      assertThat(reader.get(1, TimeUnit.MINUTES)).as("readings").isGreaterThan(10);
      if (small) {
        assertThat(refused).as("refusals of the full disk").isGreaterThan(10);
      }
    }
  }

  private static int write(Path directory, boolean small, Random chance) {
    int refused = 0;
    for (int version = 1; version <= UPDATES; version++) {
      // On the small disk every fifth version does not fit.
      int size = small && version % 5 == 0 ? 60_000 : 1 + chance.nextInt(2000);
      int[] left = {chance.nextInt(4) == 0 ? 1 + chance.nextInt(10) : Integer.MAX_VALUE};
      try {
        publish(
            directory,
            payload(version, size),
            step -> {
              if (--left[0] == 0) {
                throw new SimulatedCrash(step);
              }
            });
      } catch (SimulatedCrash crash) {
        // The next life begins with the next version.
      } catch (LinuxException full) {
        assertThat(full.errno()).isEqualTo(Errno.ENOSPC);
        refused++;
      }
    }
    return refused;
  }

  private static Callable<Integer> reader(Path directory, AtomicBoolean over) {
    return () -> {
      int readings = 0;
      while (!over.get()) {
        readings += readOnce(directory) ? 1 : 0;
        assertVisible(directory);
      }
      return readings;
    };
  }

  /** A name leads to a content, unless two changes came while it was looked up. */
  private static void assertVisible(Path directory) throws IOException {
    Path before = Files.readSymbolicLink(directory.resolve("..data"));
    try {
      assertThat(Files.readString(directory.resolve("a"))).isNotEmpty();
    } catch (NoSuchFileException taken) {
      assertThat(Files.readSymbolicLink(directory.resolve("..data"))).isNotEqualTo(before);
    }
  }

  /** False when the generation was taken away by two changes while it was read. */
  private static boolean readOnce(Path directory) throws IOException {
    Path generation = directory.resolve(Files.readSymbolicLink(directory.resolve("..data")));
    Set<String> versions = new HashSet<>();
    try {
      for (String key : KEYS) {
        String content = Files.readString(generation.resolve(key));
        versions.add(content.substring(0, content.indexOf(':')));
        String rest = content.substring(content.indexOf(':') + 1);
        int size = Integer.parseInt(rest.substring(0, rest.indexOf(':')));
        assertThat(rest.length() - rest.indexOf(':') - 1)
            .as("length of a content that was cut")
            .isEqualTo(size);
      }
    } catch (NoSuchFileException taken) {
      assertThat(directory.resolve(Files.readSymbolicLink(directory.resolve("..data"))))
          .as("a live generation has all its files")
          .isNotEqualTo(generation);
      return false;
    }
    assertThat(versions).as("versions in one reading").hasSize(1);
    return true;
  }

  private static VolumePayload payload(int version, int size) {
    TreeMap<String, VolumeFile> files = new TreeMap<>();
    for (String key : KEYS) {
      files.put(
          key, new VolumeFile(Blob.of("v" + version + ":" + size + ":" + "x".repeat(size)), 0644));
    }
    return new VolumePayload(files);
  }

  private static void publish(Path directory, VolumePayload payload, AtomicDirectory.Steps steps) {
    try (OpenDirectory root = OpenDirectory.at(directory)) {
      new AtomicDirectory(root, null, Instant::now, steps).publish(payload);
    }
  }
}
