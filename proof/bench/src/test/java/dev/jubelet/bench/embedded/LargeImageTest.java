package dev.jubelet.bench.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.acceptance.LocalRegistry;
import dev.jubelet.images.content.Digest;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class LargeImageTest {
  @Test
  void aLayerIsWhatItsDigestsSayAndCompressesToAboutHalf(@TempDir Path directory)
      throws IOException {
    LocalRegistry.Layer layer = LargeImage.layer(directory, 1);
    assertThat(Digest.of(Files.readAllBytes(layer.blob()))).hasToString(layer.digest());
    try (InputStream archive = new GZIPInputStream(Files.newInputStream(layer.blob()))) {
      byte[] tar = archive.readAllBytes();
      assertThat(Digest.of(tar)).hasToString(layer.diffId());
      assertThat(tar.length).isBetween(50_000_000, 60_000_000);
      assertThat(Files.size(layer.blob()) / (double) tar.length).isBetween(0.4, 0.6);
    }
  }
}
