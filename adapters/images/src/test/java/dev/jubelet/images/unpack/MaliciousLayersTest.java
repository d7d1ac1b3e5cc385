package dev.jubelet.images.unpack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jubelet.linux.file.SafeTree;
import dev.jubelet.testkit.Needed;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Sixty and more shapes, each in three wrappings, alone and over a layer that has traps itself. */
@Tag("long")
final class MaliciousLayersTest {
  private static final LayerLimits LIMITS =
      new LayerLimits(5_500, 200, 8 << 20, 200, 4 << 20, 11_000, 16 << 20);

  @TempDir Path base = Path.of("");
  private Path canary = Path.of("");

  @BeforeEach
  void putCanaries() throws IOException {
    Needed.root();
    canary = Files.createDirectory(base.resolve("canary"));
    Files.writeString(canary.resolve("file"), "canary");
    Files.createDirectory(canary.resolve("directory"));
    Files.writeString(canary.resolve("directory/inner"), "canary");
  }

  static List<Arguments> everyShapeInEveryWrapping() {
    List<Arguments> all = new ArrayList<>();
    for (MaliciousLayers.Shape shape : MaliciousLayers.all()) {
      for (TarText.Wrapping wrapping : TarText.Wrapping.values()) {
        all.add(Arguments.of(shape, wrapping));
      }
    }
    return all;
  }

  @Test
  void thereAreEnoughShapes() {
    assertThat(MaliciousLayers.all().stream().map(MaliciousLayers.Shape::name).distinct())
        .hasSizeGreaterThanOrEqualTo(60)
        .hasSameSizeAs(MaliciousLayers.all());
  }

  @ParameterizedTest
  @MethodSource("everyShapeInEveryWrapping")
  @Timeout(30)
  void touchesNothingOutsideOfItsRoot(MaliciousLayers.Shape shape, TarText.Wrapping wrapping)
      throws IOException {
    byte[] blob = wrapping.wrap(shape.archive().apply(canary.toString()));
    Path root = Files.createDirectory(base.resolve("root"));
    Map<String, String> before = SurroundingFiles.seen(base, root);
    if (shape.fate() == MaliciousLayers.Fate.KEPT) {
      unpack(blob, root, List.of());
    } else {
      assertThatThrownBy(() -> unpack(blob, root, List.of())).isInstanceOf(LayerException.class);
    }
    assertThat(SurroundingFiles.seen(base, root)).isEqualTo(before);
    SafeTree.remove(base, Path.of("root"));
    assertThat(root).doesNotExist();
  }

  @ParameterizedTest
  @MethodSource("everyShapeInEveryWrapping")
  @Timeout(30)
  void touchesNeitherTheLayerBelowNorAnythingOutside(
      MaliciousLayers.Shape shape, TarText.Wrapping wrapping) throws IOException {
    Path lower = Files.createDirectory(base.resolve("lower"));
    unpack(trap(), lower, List.of());
    byte[] blob = wrapping.wrap(shape.archive().apply(canary.toString()));
    Path inside = Files.createDirectory(base.resolve("inside"));
    Path root = Files.createDirectory(inside.resolve("root"));
    Path tree = Files.createDirectory(inside.resolve("tree"));
    Map<String, String> before = SurroundingFiles.seen(base, inside);
    if (shape.fate() == MaliciousLayers.Fate.REFUSED) {
      assertThatThrownBy(() -> unpack(blob, root, List.of(lower)))
          .isInstanceOf(LayerException.class);
    } else {
      unpack(blob, root, List.of(lower));
      LayerMerge.apply(lower, tree, OwnerMap.NONE);
      LayerMerge.apply(root, tree, OwnerMap.NONE);
      assertThat(tree.resolve("low").toFile().exists() || shape.name().contains("opaque root"))
          .isTrue();
    }
    assertThat(SurroundingFiles.seen(base, inside)).isEqualTo(before);
    SafeTree.remove(base, Path.of("inside"));
  }

  /** A layer below whose links lead out under the names that the shapes use. */
  private byte[] trap() {
    TarText tar = new TarText().directory("low").file("low/file", "below");
    for (String name : List.of("d", "a", "b", "f", "h", "l", "n", "etc", "x")) {
      tar.link(name, canary.toString());
    }
    return tar.done();
  }

  private static void unpack(byte[] blob, Path root, List<Path> lowers) throws IOException {
    try (ImageAllowance image = Allowances.of(LIMITS)) {
      LayerUnpacker.Unpacked layer =
          LayerUnpacker.unpack(new ByteArrayInputStream(blob), root, image);
      LayerSettling.settle(root, layer.open(), lowers, image);
    }
  }

  @Test
  void aHardLinkToAFileBelowGetsACopyOfItsOwn() throws IOException {
    Path lower = Files.createDirectory(base.resolve("lower"));
    unpack(trap(), lower, List.of());
    Path root = Files.createDirectory(base.resolve("root"));
    byte[] blob = new TarText().hardLink("copy", "low/file").done();
    unpack(blob, root, List.of(lower));
    assertThat(root.resolve("copy")).hasContent("below");
    assertThat(Files.readAttributes(root.resolve("copy"), "unix:ino", LinkOption.NOFOLLOW_LINKS))
        .isNotEqualTo(Files.readAttributes(lower.resolve("low/file"), "unix:ino"));
  }
}
