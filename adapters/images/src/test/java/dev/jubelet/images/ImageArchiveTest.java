package dev.jubelet.images;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.images.archive.ArchiveExport;
import dev.jubelet.images.content.ContentStore;
import dev.jubelet.images.content.Digest;
import dev.jubelet.images.content.DiskReserve;
import dev.jubelet.images.unpack.TarText;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.testkit.Needed;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ImageArchiveTest {
  private static final byte[] LAYER = new TarText().file("hello", "world").done();

  @TempDir Path directory = Path.of("");

  @BeforeEach
  void needRoot() {
    Needed.root();
  }

  private ImageStore store(String name) throws IOException {
    return new ImageStore(ImageStoreSettings.at(directory.resolve(name)));
  }

  private static ImportResult imported(ImageStore store, byte[] archive) {
    return store.importArchive(new ByteArrayInputStream(archive));
  }

  private byte[] exported(String store, StoredImage image) throws IOException {
    ByteArrayOutputStream archive = new ByteArrayOutputStream();
    ContentStore content =
        new ContentStore(directory.resolve(store).resolve("content"), new DiskReserve(directory));
    ArchiveExport.write(content, image.manifest(), image.names(), archive);
    return archive.toByteArray();
  }

  @Test
  void whatOneStoreExportsAnotherImportsWithTheSameIdAndNames() throws IOException {
    byte[] archive;
    StoredImage original;
    try (TestRegistry registry = new TestRegistry();
        ImageStore first = store("first")) {
      String name = TestImage.small().servedBy(registry).name(registry);
      first.pull(name, null);
      original = first.status(name).orElseThrow();
      archive = exported("first", original);
    }
    try (ImageStore second = store("second")) {
      assertThat(imported(second, archive)).isEqualTo(new ImportResult.Imported(List.of(original)));
      Path root = second.root(original, "key", Optional.empty());
      assertThat(root.resolve("bin/two")).hasContent("two");
      second.releaseRoot("key");
      assertThat(exported("second", second.list().getFirst())).isEqualTo(archive);
    }
  }

  private static TarText dockerArchive(byte[] config) {
    String list =
        "[{\"Config\":\"config.json\",\"RepoTags\":[\"example/one:1\",\"example/one:2\"],"
            + "\"Layers\":[\"a/layer.tar\",\"b/layer.tar\"]}]";
    return new TarText()
        .directory("a")
        .entry('0', "a/layer.tar", LAYER, _ -> {})
        .link("b/layer.tar", "../a/layer.tar")
        .entry('0', "config.json", config, _ -> {})
        .file("manifest.json", list);
  }

  @Test
  void archivesOfDockerAreImportedWithTheirLinkedLayers() throws IOException {
    byte[] config = new TestImage().layer(LAYER).layer(LAYER).config();
    try (ImageStore store = store("docker")) {
      assertThat(imported(store, dockerArchive(config).done()))
          .isInstanceOf(ImportResult.Imported.class);
      StoredImage image = store.status("example/one:2").orElseThrow();
      assertThat(image.id()).isEqualTo(Digest.of(config));
      assertThat(image.names())
          .containsExactly("docker.io/example/one:1", "docker.io/example/one:2");
      assertThat(store.root(image, "key", Optional.empty()).resolve("hello")).hasContent("world");
      store.releaseRoot("key");
    }
  }

  @Test
  void archivesThatAreNotWholeOrLieAreRefusedAndLeaveNothing() throws IOException {
    byte[] config = new TestImage().layer(LAYER).config();
    String wrong = "0".repeat(64);
    List<byte[]> archives =
        List.of(
            new TarText().file("README", "hello").done(),
            new TarText().file("index.json", "[]").done(),
            new TarText().file("index.json", "{\"manifests\":[{\"digest\":\"x\"}]}").done(),
            new TarText()
                .file("index.json", "{\"manifests\":[{\"digest\":\"sha256:" + wrong + "\"}]}")
                .done(),
            new TarText().file("blobs/sha256/" + wrong, "not that").done(),
            new TarText().file("manifest.json", "[{\"Config\":\"../../etc/passwd\"}]").done(),
            // Two layers, of which the configuration knows one.
            dockerArchive(config).done(),
            "no archive at all".getBytes(StandardCharsets.US_ASCII),
            new byte[0]);
    try (ImageStore store = store("refused")) {
      for (byte[] archive : archives) {
        assertThat(imported(store, archive))
            .isInstanceOfSatisfying(
                ImportResult.Failed.class,
                failed -> assertThat(failed.kind()).isEqualTo(FailureKind.BAD_SPEC));
        assertThat(store.list()).isEmpty();
      }
      store.collect();
      assertThat(directory.resolve("refused/content/blobs")).isEmptyDirectory();
      assertThat(directory.resolve("refused/content/partial")).isEmptyDirectory();
      try (Stream<Path> layers = Files.list(directory.resolve("refused/layers"))) {
        assertThat(layers.map(each -> each.getFileName().toString())).containsExactly(".boot");
      }
    }
  }
}
