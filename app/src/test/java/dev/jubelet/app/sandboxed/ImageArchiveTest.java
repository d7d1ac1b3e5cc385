package dev.jubelet.app.sandboxed;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ImageArchiveTest {
  @TempDir Path directory = Path.of("");

  private static ImageArchive image() {
    return new ImageArchive("localhost/tool:1")
        .executable("bin/tool", "#!tool".getBytes(UTF_8))
        .link("bin/alias", "tool")
        .entrypoint("/bin/tool", "say \"hello\"");
  }

  @Test
  void sameContentIsTheSameArchive() {
    assertThat(image().bytes()).isEqualTo(image().bytes());
  }

  @Test
  void orderOfAdditionDoesNotMatter() {
    byte[] one = new ImageArchive("a:1").link("b", "x").link("a", "x").bytes();
    byte[] other = new ImageArchive("a:1").link("a", "x").link("b", "x").bytes();
    assertThat(one).isEqualTo(other);
  }

  @Test
  void tarOfTheMachineReadsIt() throws Exception {
    Path archive = image().write(directory.resolve("image.tar"));
    assertThat(Tool.of("tar", "-tf", archive.toString()).run().lines())
        .contains("index.json", "oci-layout")
        .filteredOn(name -> name.startsWith("blobs/sha256/") && !name.endsWith("/"))
        .hasSize(3);
    assertThat(Tool.of("tar", "-xOf", archive.toString(), "index.json").run())
        .contains("\"io.containerd.image.name\":\"localhost/tool:1\"");
  }

  @Test
  void layerHasFilesLinksAndTheirDirectories() throws Exception {
    Path archive = image().write(directory.resolve("image.tar"));
    Tool.of("tar", "-xf", archive.toString(), "-C", directory.toString()).run();
    try (var blobs = Files.list(directory.resolve("blobs/sha256"))) {
      var listings =
          blobs
              .map(blob -> Tool.of("tar", "-tvf", blob.toString()).attempt())
              .filter(result -> result.ok() && !result.out().isEmpty())
              .map(Tool.Result::out)
              .toList();
      assertThat(listings).hasSize(1);
      assertThat(listings.getFirst())
          .contains("bin/alias -> tool")
          .containsPattern("-rwxr-xr-x 0/0 +6 .* bin/tool")
          .containsPattern("drwxrwxrwt .* tmp/");
    }
  }

  @Test
  void leavesNoUnfinishedFile() throws Exception {
    image().write(directory.resolve("image.tar"));
    try (var files = Files.list(directory)) {
      assertThat(files.map(file -> file.getFileName().toString())).containsExactly("image.tar");
    }
  }

  @Test
  void refusesNamesThatTheFormatCannotHold() {
    ImageArchive image = new ImageArchive("a:1").link("l".repeat(101), "x");
    assertThatThrownBy(image::bytes).isInstanceOf(IllegalArgumentException.class);
  }
}
