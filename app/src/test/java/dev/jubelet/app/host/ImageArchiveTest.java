package dev.jubelet.app.host;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jubelet.linux.process.ChildProcess;
import dev.jubelet.linux.process.ProcessOutcome;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
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

  private static ProcessOutcome.Exited tar(String... arguments) {
    List<String> command = new ArrayList<>(List.of("tar"));
    command.addAll(List.of(arguments));
    ProcessOutcome outcome = ChildProcess.of(command).output(100_000).run(Duration.ofSeconds(30));
    assertThat(outcome).isInstanceOf(ProcessOutcome.Exited.class);
    return (ProcessOutcome.Exited) outcome;
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
    assertThat(tar("-tf", archive.toString()).output().text().lines())
        .contains("index.json", "oci-layout")
        .filteredOn(name -> name.startsWith("blobs/sha256/") && !name.endsWith("/"))
        .hasSize(3);
    assertThat(tar("-xOf", archive.toString(), "index.json").output().text())
        .contains("\"io.containerd.image.name\":\"localhost/tool:1\"");
  }

  @Test
  void layerHasFilesLinksAndTheirDirectories() throws Exception {
    Path archive = image().write(directory.resolve("image.tar"));
    assertThat(tar("-xf", archive.toString(), "-C", directory.toString()).code()).isZero();
    try (var blobs = Files.list(directory.resolve("blobs/sha256"))) {
      var listings =
          blobs
              .map(blob -> tar("-tvf", blob.toString()))
              .filter(listing -> listing.code() == 0)
              .map(listing -> listing.output().text())
              .filter(text -> !text.isEmpty())
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
