package dev.jubelet.volumes;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VolumeTextTest {
  @TempDir private Path temp;
  private Path volume = Path.of("/");

  @BeforeEach
  void makeVolume() throws IOException {
    volume = temp.resolve("volume");
    Files.createDirectories(volume.resolve("inner"));
    Files.writeString(volume.resolve("inner/a.env"), "A='1'\n");
    Files.writeString(temp.resolve("outside"), "secret");
  }

  @Test
  void readsFilesBeneathTheVolumeAlsoThroughLinksThatStayThere() throws IOException {
    Files.createSymbolicLink(volume.resolve("link"), Path.of("inner/a.env"));
    assertThat(NodeVolumes.text(volume, "inner/a.env")).contains("A='1'\n");
    assertThat(NodeVolumes.text(volume, "link")).contains("A='1'\n");
  }

  @Test
  void readsNothingThatIsOutsideOrNoText() throws IOException {
    Files.createSymbolicLink(volume.resolve("up"), Path.of("../outside"));
    Files.createSymbolicLink(volume.resolve("absolute"), temp.resolve("outside"));
    Files.createSymbolicLink(volume.resolve("directory"), temp);
    Files.write(volume.resolve("binary"), new byte[] {(byte) 0xff, 0});
    Files.write(volume.resolve("big"), new byte[1024 * 1024 + 1]);
    for (String path :
        new String[] {
          "up", "absolute", "directory/outside", "../outside", "binary", "big", "inner", "none"
        }) {
      assertThat(NodeVolumes.text(volume, path)).as(path).isEmpty();
    }
  }
}
