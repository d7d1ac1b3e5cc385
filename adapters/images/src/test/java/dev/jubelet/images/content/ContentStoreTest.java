package dev.jubelet.images.content;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ContentStoreTest {
  private static final byte[] HELLO = "hello, blob".getBytes(StandardCharsets.UTF_8);
  private static final Digest DIGEST = Digest.of(HELLO);

  @TempDir Path directory = Path.of("");
  private ContentStore store = nothing();

  @SuppressWarnings("NullAway")
  private static ContentStore nothing() {
    return null;
  }

  @BeforeEach
  void open() throws IOException {
    store = new ContentStore(directory, new DiskReserve(directory));
  }

  @Test
  void aBlobCountsOnlyOnceItIsCommitted() throws IOException {
    try (Ingest ingest = store.begin(DIGEST, HELLO.length)) {
      ingest.write(ByteBuffer.wrap(HELLO));
      assertThat(store.has(DIGEST, HELLO.length)).isFalse();
      ingest.commit();
    }
    assertThat(store.has(DIGEST, HELLO.length)).isTrue();
    assertThat(store.read(DIGEST, 100, InputStream::readAllBytes)).isEqualTo(HELLO);
    assertThatThrownBy(() -> store.read(DIGEST, 5, InputStream::readAllBytes))
        .hasMessageContaining("more than 5 bytes");
    assertThat(directory.resolve("partial")).isEmptyDirectory();
  }

  @Test
  void wrongBytesAreRefusedAndThrownAway() throws IOException {
    try (Ingest ingest = store.begin(DIGEST, HELLO.length)) {
      ingest.write(ByteBuffer.wrap("hello, glob".getBytes(StandardCharsets.UTF_8)));
      assertThatThrownBy(ingest::commit)
          .isInstanceOf(DamagedContentException.class)
          .hasMessageContaining("should have the digest " + DIGEST);
      assertThat(ingest.offset()).isZero();
      ingest.write(ByteBuffer.wrap(HELLO));
      ingest.commit();
    }
    assertThat(store.verify(DIGEST)).isTrue();
  }

  @Test
  void aShortBlobIsRefusedAndALongOneNeverReachesTheDisk() throws IOException {
    try (Ingest ingest = store.begin(DIGEST, HELLO.length)) {
      ingest.write(ByteBuffer.wrap(HELLO, 0, 5));
      assertThatThrownBy(ingest::commit).hasMessageContaining("after 5 of 11 bytes");
      assertThatThrownBy(() -> ingest.write(ByteBuffer.wrap(HELLO)))
          .hasMessageContaining("is longer than its 11 bytes");
    }
    assertThat(directory.resolve("partial").resolve(DIGEST.hex())).hasSize(5);
    assertThat(store.digests()).isEmpty();
  }

  @Test
  void theNextAttemptGoesOnWhereTheLastOneEnded() throws IOException {
    try (Ingest first = store.begin(DIGEST, HELLO.length)) {
      first.write(ByteBuffer.wrap(HELLO, 0, 5));
    }
    try (Ingest second =
        new ContentStore(directory, new DiskReserve(directory)).begin(DIGEST, HELLO.length)) {
      assertThat(second.offset()).isEqualTo(5);
      second.write(ByteBuffer.wrap(HELLO, 5, 6));
      second.commit();
    }
    assertThat(store.verify(DIGEST)).isTrue();
  }

  @Test
  void onlyOneWritesABlobAtATime() throws IOException {
    try (Ingest _ = store.begin(DIGEST, HELLO.length)) {
      assertThatThrownBy(() -> store.begin(DIGEST, HELLO.length))
          .isInstanceOf(IllegalStateException.class);
      store.sweep();
      assertThat(directory.resolve("partial").resolve(DIGEST.hex())).exists();
    }
    store.begin(DIGEST, HELLO.length).abandon();
    assertThat(directory.resolve("partial")).isEmptyDirectory();
  }

  @Test
  void whatAReaderSaysOfADamagedDocumentDoesNotCount() throws IOException {
    ContentStore.DocumentReader<String> complains =
        in -> {
          throw new IllegalArgumentException("begins with " + in.read());
        };
    store.put(HELLO);
    assertThatThrownBy(() -> store.read(DIGEST, 100, complains)).hasMessage("begins with 104");
    Files.writeString(store.place(DIGEST), "jello, glob");
    assertThatThrownBy(() -> store.read(DIGEST, 100, complains))
        .isInstanceOf(DamagedContentException.class);
  }

  @Test
  void aDamagedBlobIsSetAsideHoweverItIsFound() throws IOException {
    store.put(HELLO);
    Files.writeString(store.place(DIGEST), "short");
    assertThat(store.has(DIGEST, HELLO.length)).isFalse();
    assertThat(directory.resolve("damaged").resolve(DIGEST.hex())).hasContent("short");

    store.put(HELLO);
    Files.writeString(store.place(DIGEST), "hello, glob");
    assertThatThrownBy(() -> store.read(DIGEST, 100, InputStream::readAllBytes))
        .isInstanceOf(DamagedContentException.class);
    assertThat(store.digests()).isEmpty();

    store.put(HELLO);
    Files.writeString(store.place(DIGEST), "hello, glob");
    assertThat(store.verify(DIGEST)).isFalse();
    store.sweep();
    assertThat(directory.resolve("damaged")).isEmptyDirectory();
  }

  @Test
  void aFollowerReadsWhatComesAndIsToldWhenItEndsEarly() throws Exception {
    Ingest ingest = store.begin(DIGEST, HELLO.length);
    CompletableFuture<byte[]> all = followed(ingest);
    ingest.write(ByteBuffer.wrap(HELLO, 0, 4));
    ingest.write(ByteBuffer.wrap(HELLO, 4, 7));
    assertThat(all.get(10, TimeUnit.SECONDS)).isEqualTo(HELLO);
    ingest.restart();
    CompletableFuture<byte[]> early = followed(ingest);
    ingest.write(ByteBuffer.wrap(HELLO, 0, 4));
    ingest.close();
    assertThatThrownBy(() -> early.get(10, TimeUnit.SECONDS))
        .hasRootCauseMessage("the download of " + DIGEST + " ended early");
  }

  private static CompletableFuture<byte[]> followed(Ingest ingest) throws IOException {
    InputStream follower = ingest.follow();
    CompletableFuture<byte[]> all = new CompletableFuture<>();
    Thread.startVirtualThread(() -> {
      try (follower) {
        all.complete(follower.readAllBytes());
      } catch (IOException | RuntimeException failed) {
        all.completeExceptionally(failed);
      }
    });
    return all;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "sha256:",
        "sha256:../../etc/passwd",
        "md5:0123456789abcdef0123456789abcdef",
        "sha512:0123",
        "sha256:ABCDEF0123456789ABCDEF0123456789ABCDEF0123456789ABCDEF0123456789",
        "sha256:/0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcde"
      })
  void whatIsNoDigestIsRefused(String text) {
    assertThatThrownBy(() -> Digest.parse(text)).isInstanceOf(IllegalArgumentException.class);
  }
}
