package dev.jubelet.acceptance.tour;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.codec.PodManifests;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What can be said of the examples without running them. */
final class ExamplesTest {
  @Test
  void everyExampleIsOnTheTourAndInTheTable() throws IOException {
    List<String> files = names();
    assertThat(TourIT.examples().stream().map(Example::name))
        .containsExactlyInAnyOrderElementsOf(files);
    String table = Files.readString(Example.directory().resolve("README.md"));
    assertThat(files).allSatisfy(name -> assertThat(table).contains("](" + name + ".yaml)"));
  }

  @Test
  void everyExampleIsGoodAndSaysWhatItShows() throws IOException {
    for (String name : names()) {
      String manifest = Files.readString(Example.directory().resolve(name + ".yaml"));
      assertThat(PodManifests.parseStatic(manifest, name).sentences()).isEmpty();
      assertThat(manifest)
          .as(name)
          .startsWith("# ")
          .contains("./jubelet ", "\n# Look for:")
          .contains("image: localhost/busybox:1");
    }
  }

  @Test
  void everyExampleIsCheckedFromOutside() {
    assertThat(TourIT.examples())
        .allSatisfy(example ->
            assertThat(example.stages().stream().flatMap(stage -> stage.checks().stream()))
                .as(example.name())
                .anySatisfy(check -> assertThat(check.what()).doesNotContain(" prints")));
  }

  private static List<String> names() throws IOException {
    try (Stream<Path> files = Files.list(Example.directory())) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(".yaml"))
          .map(name -> name.substring(0, name.length() - ".yaml".length()))
          .toList();
    }
  }
}
