package dev.jubelet.images.content;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ContentStoreCrashTest {
  private static final byte[] CONTENT = content();
  private static final Digest DIGEST = Digest.of(CONTENT);
  private static final byte[] SMALL = {1, 2, 3};

  @TempDir Path directory = Path.of("");

  private static byte[] content() {
    byte[] bytes = new byte[40_000];
    new Random(7).nextBytes(bytes);
    return bytes;
  }

  /** A download in pieces that is cut once, resumed and committed, and a small document. */
  private static void work(Path root, Disk disk) throws IOException {
    ContentStore store = new ContentStore(root, disk);
    if (!store.has(DIGEST, CONTENT.length)) {
      try (Ingest cut = store.begin(DIGEST, CONTENT.length)) {
        write(cut, 25_000);
      }
      try (Ingest resumed = store.begin(DIGEST, CONTENT.length)) {
        write(resumed, CONTENT.length);
        try {
          resumed.commit();
        } catch (DamagedContentException leftovers) {
          // What an earlier life left did not survive whole: from the beginning.
          write(resumed, CONTENT.length);
          resumed.commit();
        }
      }
    }
    store.put(SMALL);
  }

  private static void write(Ingest ingest, int end) throws IOException {
    while (ingest.offset() < end) {
      int at = (int) ingest.offset();
      ingest.write(ByteBuffer.wrap(CONTENT, at, Math.min(9_000, end - at)));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "KEPT, false",
    "KEPT, true",
    "LOST, false",
    "LOST, true",
    "ZEROED, false",
    "ZEROED, true"
  })
  void aStopAtEveryStepLeavesNothingThatDoesNotHash(CuttingDisk.Bytes bytes, boolean namesLost)
      throws IOException {
    CuttingDisk whole = new CuttingDisk(Integer.MAX_VALUE);
    work(directory.resolve("whole"), whole);
    assertThat(whole.steps()).isGreaterThan(15);
    for (int step = 0; step < whole.steps(); step++) {
      Path root = directory.resolve("cut-" + step);
      CuttingDisk disk = new CuttingDisk(step);
      assertThatThrownBy(() -> work(root, disk)).isInstanceOf(CuttingDisk.PowerCut.class);
      disk.lose(bytes, namesLost);
      everyBlobHashes(root, "stopped before step " + step);
      work(root, new RealDisk(new DiskReserve(Path.of("/"))));
      everyBlobHashes(root, "after the next life of step " + step);
      assertThat(new ContentStore(root, new DiskReserve(root)).digests())
          .contains(DIGEST, Digest.of(SMALL));
    }
  }

  private static void everyBlobHashes(Path root, String when) throws IOException {
    try (var files = Files.list(root.resolve("blobs"))) {
      for (Path file : files.toList()) {
        assertThat(Digest.of(Files.readAllBytes(file)).hex())
            .as(when)
            .isEqualTo(file.getFileName().toString());
      }
    }
  }

  @Test
  void aDeletionThatWasCutIsFinishedByTheNextOne() throws IOException {
    work(directory, new RealDisk(new DiskReserve(Path.of("/"))));
    CuttingDisk disk = new CuttingDisk(0);
    ContentStore store = new ContentStore(directory, disk);
    assertThatThrownBy(() -> store.delete(DIGEST)).isInstanceOf(CuttingDisk.PowerCut.class);
    ContentStore next = new ContentStore(directory, new DiskReserve(directory));
    assertThat(next.verify(DIGEST)).isTrue();
    next.delete(DIGEST);
    next.delete(DIGEST);
    assertThat(next.digests()).containsExactly(Digest.of(SMALL));
  }
}
