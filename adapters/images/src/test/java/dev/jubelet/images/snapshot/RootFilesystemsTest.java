package dev.jubelet.images.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jubelet.images.content.Digest;
import dev.jubelet.images.unpack.LayerLimits;
import dev.jubelet.images.unpack.LayerUnpacker;
import dev.jubelet.images.unpack.TarText;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class RootFilesystemsTest {
  @TempDir Path directory = Path.of("");

  @BeforeEach
  void needRoot() {
    Assumptions.assumeTrue("root".equals(System.getProperty("user.name")), "needs root");
  }

  /** Chain ids, top first. */
  private List<Digest> layers(Snapshots snapshots, List<byte[]> archives) throws IOException {
    List<Digest> chains = ChainId.of(archives.stream().map(Digest::of).toList());
    for (int i = 0; i < archives.size(); i++) {
      try (Snapshots.Room room = snapshots.room()) {
        LayerUnpacker.Unpacked layer =
            LayerUnpacker.unpack(
                new ByteArrayInputStream(archives.get(i)), room.directory(), LayerLimits.DEFAULT);
        room.commit(chains.get(i), layer, chains.subList(0, i).reversed());
      }
    }
    return chains.reversed();
  }

  @ParameterizedTest
  @EnumSource(RootFilesystems.Kind.class)
  void aRootLooksTheSameWhicheverWayItIsMade(RootFilesystems.Kind kind) throws IOException {
    Snapshots snapshots = new Snapshots(directory.resolve("layers"));
    RootFilesystems roots = new RootFilesystems(directory.resolve("roots"), snapshots, kind);
    List<Digest> chains =
        layers(
            snapshots,
            List.of(
                new TarText()
                    .directory("./", 0751)
                    .file("gone", "1")
                    .file("dir/old", "1")
                    .file("kept", "1")
                    .hardLink("twin", "kept")
                    .done(),
                new TarText().file(".wh.gone", "").file("dir/.wh..wh..opq", "").done(),
                new TarText().file("dir/new", "3").hardLink("copy", "kept").done()));
    Path root = roots.prepare("container-1", chains);
    try {
      assertThat(root.resolve("gone")).doesNotExist();
      assertThat(root.resolve("dir/old")).doesNotExist();
      assertThat(root.resolve("dir/new")).hasContent("3");
      assertThat(root.resolve("copy")).hasContent("1");
      assertThat((int) Files.getAttribute(root, "unix:mode") & 07777).isEqualTo(0751);
      Files.writeString(root.resolve("kept"), "written");
      assertThat(
              new RootFilesystems(directory.resolve("roots"), snapshots, kind)
                  .prepare("container-1", chains)
                  .resolve("kept"))
          .hasContent("written");
      assertThat(snapshots.place(chains.getLast()).resolve("kept")).hasContent("1");
      assertThat(roots.used()).containsExactlyInAnyOrderElementsOf(chains);
      assertThat(roots.keys()).containsExactly("container-1");
    } finally {
      roots.release("container-1");
    }
    roots.release("container-1");
    assertThat(directory.resolve("roots")).isEmptyDirectory();
    assertThat(roots.used()).isEmpty();
  }

  @Test
  void anImageWithManyLayersCanBeMounted() throws IOException {
    Snapshots snapshots = new Snapshots(directory.resolve("l".repeat(100)).resolve("layers"));
    RootFilesystems roots =
        new RootFilesystems(directory.resolve("roots"), snapshots, RootFilesystems.Kind.OVERLAY);
    List<byte[]> archives = new ArrayList<>();
    for (int i = 0; i < 120; i++) {
      archives.add(new TarText().file("file-" + i, "" + i).done());
    }
    Path root = roots.prepare("many", layers(snapshots, archives));
    try {
      assertThat(root.resolve("file-0")).hasContent("0");
      assertThat(root.resolve("file-119")).hasContent("119");
    } finally {
      roots.release("many");
    }
  }

  @Test
  void whatAnEarlierLifeLeftHalfUnpackedIsRemoved() throws IOException {
    Snapshots snapshots = new Snapshots(directory);
    List<Digest> chains = layers(snapshots, List.of(new TarText().file("f", "x").done()));
    Snapshots.Room begun = snapshots.room();
    Files.writeString(begun.directory().resolve("half"), "x");
    Snapshots next = new Snapshots(directory);
    assertThat(begun.directory()).doesNotExist();
    assertThat(next.all()).containsExactlyElementsOf(chains);
    next.delete(chains.getFirst());
    next.delete(chains.getFirst());
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void aKeyThatIsNoNameIsRefused() throws IOException {
    RootFilesystems roots =
        new RootFilesystems(
            directory.resolve("roots"),
            new Snapshots(directory.resolve("layers")),
            RootFilesystems.Kind.OVERLAY);
    for (String key : List.of("", "..", "../x", "a/b", ".hidden", "x\n")) {
      assertThatThrownBy(() -> roots.prepare(key, List.of()))
          .isInstanceOf(IllegalArgumentException.class);
      assertThatThrownBy(() -> roots.release(key)).isInstanceOf(IllegalArgumentException.class);
    }
  }
}
