package dev.jubelet.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.linux.mount.Mounts;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Changes of a live ConfigMap by a process that is killed, on a disk that is often full. */
final class ConfigMapStormIT {
  private static final int UPDATES = 1000;
  private static final int KILLS = 8;
  private static final int LIVES_MAX = 60;
  private static final int TOO_LARGE = 200_000;

  @TempDir Path temp;

  private record Life(int done, int full, int last) {}

  @Test
  void aReaderNeverSeesAMixOrAnEmptyDirectory() throws Exception {
    RealParts.requireRoot();
    Path root = Files.createDirectory(temp.toRealPath().resolve("node"));
    Mounts.tmpfs(root, List.of("size=512k"));
    try {
      storm(root);
    } finally {
      Mounts.unmountLazily(root);
    }
  }

  private static void storm(Path root) throws Exception {
    Path volume = root.resolve("pods/11-22/volumes/kubernetes.io~configmap/v");
    Random chance = new Random(11);
    AtomicBoolean over = new AtomicBoolean();
    int done = 0;
    int full = 0;
    int kills = 0;
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Life first = life(root, 1, 1);
      Future<Integer> reader = threads.submit(reader(volume, over));
      int next = first.last() + 1;
      try {
        while (kills < KILLS || done + full < UPDATES) {
          assertThat(kills).as("lives of the writer").isLessThan(LIVES_MAX);
          Life life = life(root, next, 20 + chance.nextInt(2 * UPDATES / KILLS));
          done += life.done();
          full += life.full();
          next = life.last() + 1;
          kills++;
        }
      } finally {
        over.set(true);
      }
      assertThat(reader.get(1, TimeUnit.MINUTES)).as("readings").isGreaterThan(100);
    }
    assertThat(done).as("changes that went through").isGreaterThan(UPDATES / 2);
    assertThat(full).as("changes that did not fit").isGreaterThan(UPDATES / 10);
  }

  /** One life of the writer: it is killed, in the middle of something, after so many versions. */
  private static Life life(Path root, int firstVersion, int versions) throws IOException {
    Process writer =
        new ProcessBuilder(
                List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "--enable-native-access=ALL-UNNAMED",
                    "-Xmx128m",
                    "-XX:TieredStopAtLevel=1",
                    "-cp",
                    System.getProperty("java.class.path"),
                    StormWriter.class.getName(),
                    root.toString(),
                    Integer.toString(firstVersion),
                    Integer.toString(TOO_LARGE)))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    int done = 0;
    int full = 0;
    int last = firstVersion;
    try (BufferedReader lines = writer.inputReader(StandardCharsets.UTF_8)) {
      String line = lines.readLine();
      while (line != null) {
        done += line.startsWith("done") ? 1 : 0;
        full += line.startsWith("full") ? 1 : 0;
        last = Integer.parseInt(line.substring(line.indexOf(' ') + 1));
        if (done + full == versions) {
          // By its handle: the process would close what it has told and we have not read.
          writer.toHandle().destroyForcibly();
        }
        line = lines.readLine();
      }
    } finally {
      writer.destroyForcibly();
    }
    assertThat(done + full).as("versions of a life").isGreaterThanOrEqualTo(versions);
    return new Life(done, full, last);
  }

  private static Callable<Integer> reader(Path volume, AtomicBoolean over) {
    return () -> {
      int readings = 0;
      while (!over.get()) {
        readings += readOnce(volume) ? 1 : 0;
      }
      return readings;
    };
  }

  /** False when two changes came while it was reading, so that its generation is gone. */
  private static boolean readOnce(Path volume) throws IOException {
    Path generation = volume.resolve(Files.readSymbolicLink(volume.resolve("..data")));
    Set<String> versions = new HashSet<>();
    try {
      for (String key : StormWriter.KEYS) {
        String[] parts = Files.readString(generation.resolve(key)).split(":", 3);
        assertThat(parts).as("parts of a content").hasSize(3);
        assertThat(parts[2]).hasSize(Integer.parseInt(parts[1]));
        versions.add(parts[0]);
      }
      assertThat(Files.readString(volume.resolve("a"))).isNotEmpty();
    } catch (NoSuchFileException taken) {
      assertThat(volume.resolve(Files.readSymbolicLink(volume.resolve("..data"))))
          .as("a live generation has all its files")
          .isNotEqualTo(generation);
      return false;
    }
    assertThat(versions).as("versions in one reading").hasSize(1);
    return true;
  }
}
