package dev.jubelet.images.content;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DiskReserveTest {
  private static final long MIB = 1 << 20;

  @TempDir Path directory = Path.of("");

  @ParameterizedTest
  @CsvSource({
    // total MiB, usable, more, fits
    "100000, 50000, 40000, true",
    "100000, 50000, 49000, false",
    "100000,  1024,     0, true",
    "100000,  1023,     0, false",
    "   100,     3,     1, true",
    "   100,     3,     2, false",
  })
  void keepsAPartOfTheFileSystemFree(long total, long usable, long more, boolean fits) {
    DiskReserve reserve =
        new DiskReserve(directory, () -> new DiskReserve.Room(total * MIB, usable * MIB));
    if (fits) {
      assertThatCode(() -> reserve.check(more * MIB)).doesNotThrowAnyException();
    } else {
      assertThatThrownBy(() -> reserve.check(more * MIB))
          .isInstanceOf(IOException.class)
          .hasMessageContaining(directory + " has " + usable + " MiB free")
          .hasMessageContaining("stay free for the node");
    }
  }

  @Test
  void aBlobThatDoesNotFitAnyMoreIsRefused() throws IOException {
    AtomicLong usable = new AtomicLong(500 * MIB);
    DiskReserve reserve =
        new DiskReserve(directory, () -> new DiskReserve.Room(1000 * MIB, usable.get()));
    ContentStore store = new ContentStore(directory, reserve);
    byte[] piece = new byte[(int) MIB];
    try (Ingest ingest = store.begin(Digest.of(new byte[0]), 100 * MIB)) {
      ingest.write(ByteBuffer.wrap(piece));
      usable.set(20 * MIB);
      assertThatThrownBy(
              () -> {
                for (int i = 0; i < 16; i++) {
                  ingest.write(ByteBuffer.wrap(piece));
                }
              })
          .hasMessageContaining("20 MiB free");
      ingest.abandon();
    }
    assertThat(directory.resolve("partial")).isEmptyDirectory();
  }
}
