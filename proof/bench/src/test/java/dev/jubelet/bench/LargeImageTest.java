package dev.jubelet.bench;

import static org.assertj.core.api.Assertions.assertThat;

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
    LargeImage.Layer layer = LargeImage.layer(directory, 1);
    assertThat(LargeImage.digest(Files.readAllBytes(layer.file()))).isEqualTo(layer.digest());
    try (InputStream archive = new GZIPInputStream(Files.newInputStream(layer.file()))) {
      byte[] tar = archive.readAllBytes();
      assertThat(LargeImage.digest(tar)).isEqualTo(layer.diffId());
      assertThat(tar.length).isBetween(50_000_000, 60_000_000);
      assertThat(layer.size() / (double) tar.length).isBetween(0.4, 0.6);
    }
  }
}
