package dev.jubelet.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.acceptance.host.Tool;
import dev.jubelet.images.ImageStore;
import dev.jubelet.images.ImageStoreSettings;
import dev.jubelet.images.PullResult;
import dev.jubelet.images.StoredImage;
import dev.jubelet.ports.FailureKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Our image store against Debian's docker-registry, on loopback, behind a password. */
final class ImageStoreIT {
  @TempDir Path directory = Path.of("");
  private @Nullable LocalRegistry registry;

  @BeforeEach
  void startRegistry() throws IOException {
    RealParts.requireRoot();
    registry = LocalRegistry.startHere(RealParts.registry(), directory.resolve("registry"));
  }

  @AfterEach
  void stopRegistry() {
    if (registry != null) {
      registry.close();
    }
  }

  /** Pushes layers that the machine's own tar made. */
  private String push(List<String> contents) throws IOException {
    List<LocalRegistry.Layer> layers = new ArrayList<>();
    for (int i = 0; i < contents.size(); i++) {
      Path tree = Files.createDirectories(directory.resolve("tree-" + i));
      Files.createDirectories(tree.resolve("etc"));
      Files.writeString(tree.resolve("etc/layer-" + i), contents.get(i));
      Files.createSymbolicLink(tree.resolve("link"), Path.of("etc/layer-" + i));
      Path tar = directory.resolve("layer-" + i + ".tar");
      Tool.of("tar", "-C", tree.toString(), "--xattrs", "-cf", tar.toString(), ".").run();
      boolean gzip = i % 2 == 0;
      Tool.of(gzip ? "gzip" : "zstd", "-qk", tar.toString()).run();
      layers.add(
          LocalRegistry.Layer.of(
              tar, Path.of(tar + (gzip ? ".gz" : ".zst")), gzip ? "gzip" : "zstd"));
    }
    return Objects.requireNonNull(registry).push(layers, "it/image", "1");
  }

  @Test
  void imagesOfARealRegistryArePulledUnpackedAndMounted() throws IOException {
    List<String> contents = new ArrayList<>();
    Random random = new Random(11);
    for (int i = 0; i < 6; i++) {
      byte[] noise = new byte[1 << 20];
      random.nextBytes(noise);
      contents.add(i + HexFormat.of().formatHex(noise));
    }
    String name = push(contents);
    try (ImageStore store = new ImageStore(ImageStoreSettings.at(directory.resolve("store")))) {
      assertThat(store.pull(name, null))
          .isInstanceOfSatisfying(
              PullResult.Failed.class,
              failed -> assertThat(failed.kind()).isEqualTo(FailureKind.DENIED));
      assertThat(store.pull(name, LocalRegistry.CREDENTIAL)).isInstanceOf(PullResult.Pulled.class);
      StoredImage image = store.status(name).orElseThrow();
      Path root = store.root(image, "it", Optional.empty());
      try {
        for (int i = 0; i < contents.size(); i++) {
          assertThat(Files.readString(root.resolve("etc/layer-" + i))).isEqualTo(contents.get(i));
        }
        assertThat(Files.readSymbolicLink(root.resolve("link"))).hasToString("etc/layer-5");
      } finally {
        store.releaseRoot("it");
      }
    }
  }
}
