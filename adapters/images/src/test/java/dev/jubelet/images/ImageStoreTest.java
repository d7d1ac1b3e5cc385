package dev.jubelet.images;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jubelet.images.content.Digest;
import dev.jubelet.images.registry.Documents;
import dev.jubelet.images.registry.Platform;
import dev.jubelet.images.registry.ProxyRules;
import dev.jubelet.images.snapshot.ChainId;
import dev.jubelet.images.unpack.TarText;
import dev.jubelet.linux.file.SafeTree;
import dev.jubelet.model.runtime.config.RegistryCredential;
import dev.jubelet.testkit.Await;
import dev.jubelet.testkit.Needed;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("long")
final class ImageStoreTest {

  @TempDir Path directory = Path.of("");
  private TestRegistry registry = nothing();
  private ImageStore store = nothing();

  @SuppressWarnings({"NullAway", "TypeParameterUnusedInFormals"})
  private static <T> T nothing() {
    return null;
  }

  @BeforeEach
  void open() throws IOException {
    Needed.root();
    registry = new TestRegistry();
    store = new ImageStore(ImageStoreSettings.at(directory.resolve("store")));
  }

  @AfterEach
  void close() throws IOException {
    for (String key : store.roots()) {
      store.releaseRoot(key);
    }
    store.close();
    registry.close();
  }

  private void reopen() throws IOException {
    store.close();
    store = new ImageStore(ImageStoreSettings.at(directory.resolve("store")));
  }

  private StoredImage pulled(String name) {
    return switch (store.pull(name, null)) {
      case PullResult.Pulled(StoredImage image) -> image;
      case PullResult.Failed(var kind, String message) ->
          throw new AssertionError(kind + ": " + message);
    };
  }

  @Test
  void aPulledImageIsListedFoundByEveryNameAndStillThereAfterARestart() throws IOException {
    TestImage image = TestImage.small().servedBy(registry);
    StoredImage stored = pulled(image.name(registry));
    assertThat(stored.id()).isEqualTo(Digest.of(image.config()));
    assertThat(stored.names()).containsExactly(image.name(registry));
    String byDigest =
        registry.host() + "/" + TestImage.REPOSITORY + "@" + Digest.of(image.manifest());
    assertThat(stored.digests()).containsExactly(byDigest);
    assertThat(stored.config().user()).isEqualTo("7");
    reopen();
    assertThat(store.list()).containsExactly(stored);
    for (String name :
        List.of(image.name(registry), byDigest, stored.id().toString(), stored.id().hex())) {
      assertThat(store.status(name)).contains(stored);
    }
    assertThat(store.status("localhost:1/other")).isEmpty();
    assertThat(store.status("Not A Name")).isEmpty();
  }

  @Test
  void aSecondPullMovesNothingButTheManifest() {
    TestImage image = TestImage.small().servedBy(registry);
    pulled(image.name(registry));
    int before = registry.requests().size();
    pulled(image.name(registry));
    assertThat(registry.requests().size() - before).isEqualTo(1);
  }

  @Test
  void anImageThatIsNotWholeAnyMoreIsForgottenAndCanBePulledAgain() throws IOException {
    TestImage image = TestImage.small().servedBy(registry);
    StoredImage stored = pulled(image.name(registry));
    Files.writeString(
        directory.resolve("store/content/blobs/" + stored.id().hex()), "something else");
    reopen();
    assertThat(store.list()).isEmpty();
    pulled(image.name(registry));
    assertThat(store.list()).hasSize(1);
  }

  @Test
  void aLayerThatWasDamagedOnDiskIsBroughtAgain() throws IOException {
    TestImage image = TestImage.small().servedBy(registry);
    pulled(image.name(registry));
    Path blob = directory.resolve("store/content/blobs/" + image.layerDigest(0).hex());
    byte[] bent = Files.readAllBytes(blob);
    bent[bent.length / 2] ^= 1;
    Files.write(blob, bent);
    SafeTree.remove(directory, Path.of("store/layers"));
    reopen();
    assertThat(store.pull(image.name(registry), null)).isInstanceOf(PullResult.Failed.class);
    pulled(image.name(registry));
  }

  @Test
  void aRootShowsAllLayersAndKeepsWhatIsWrittenToItself() throws IOException {
    TestImage image =
        new TestImage()
            .layer(
                new TarText()
                    .directory("./", 0711)
                    .file("gone", "1")
                    .file("dir/old", "1")
                    .file("kept", "1")
                    .done())
            .layer(
                new TarText()
                    .file(".wh.gone", "")
                    .file("dir/.wh..wh..opq", "")
                    .file("dir/new", "2")
                    .done())
            .servedBy(registry);
    StoredImage stored = pulled(image.name(registry));
    Path root = store.root(stored, "one", Optional.empty());
    Path second = store.root(stored, "two", Optional.empty());
    assertThat(root.resolve("gone")).doesNotExist();
    assertThat(root.resolve("dir/old")).doesNotExist();
    assertThat(root.resolve("dir/new")).hasContent("2");
    assertThat((int) Files.getAttribute(root, "unix:mode") & 07777).isEqualTo(0711);
    Files.writeString(root.resolve("kept"), "changed");
    assertThat(second.resolve("kept")).hasContent("1");
    assertThat(store.root(stored, "one", Optional.empty())).isEqualTo(root);
    assertThat(root.resolve("kept")).hasContent("changed");
    store.remove(stored.id().toString());
    assertThat(store.list()).isEmpty();
    assertThat(second.resolve("kept")).hasContent("1");
    store.releaseRoot("one");
    store.releaseRoot("two");
    store.releaseRoot("two");
    store.collect();
    assertThat(layers()).isEmpty();
    assertThat(directory.resolve("store/content/blobs")).isEmptyDirectory();
    assertThatThrownBy(() -> store.root(stored, "../evil", Optional.empty()))
        .isInstanceOf(IOException.class);
  }

  @Test
  void removalKeepsWhatAnotherImageShares() {
    byte[] shared = new TarText().file("shared", "s").done();
    TestImage first = new TestImage().layer(shared);
    TestImage second = new TestImage().layer(shared).layer(new TarText().file("x", "x").done());
    first.servedBy(registry);
    StoredImage one = pulled(first.name(registry));
    second.servedBy(registry);
    StoredImage two = pulled(second.name(registry));
    // The tag moved: the first image has no name any more.
    assertThat(store.list()).containsExactly(two);
    assertThat(one.id()).isNotEqualTo(two.id());
    removed(one.id().toString());
    assertThat(store.status(two.id().toString())).contains(two);
    assertThat(directory.resolve("store/content/blobs/" + second.layerDigest(0).hex())).exists();
  }

  /** What is unpacked, or was to be. */
  private List<String> layers() throws IOException {
    try (Stream<Path> files = Files.list(directory.resolve("store/layers"))) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> !name.startsWith("."))
          .toList();
    }
  }

  @Test
  void aLayerWaitsForAllBelowItAlsoWhereTheNearestWasKept() throws IOException {
    TestImage image =
        TestImage.small().layer(new TarText().file("bin/three", "three").done()).servedBy(registry);
    StoredImage stored = pulled(image.name(registry));
    List<Digest> chains = ChainId.of(stored.config().diffIds());
    // As a removal leaves it that was killed on its way.
    for (int gone : List.of(0, 2)) {
      SafeTree.remove(directory, Path.of("store/layers", chains.get(gone).hex()));
      Files.delete(directory.resolve("store/content/blobs/" + image.layerDigest(gone).hex()));
    }
    reopen();
    Path uppermost = directory.resolve("store/content/blobs/" + image.layerDigest(2).hex());
    registry.on(
        TestImage.blobPath(image.layerDigest(0)),
        (request, answer) -> {
          Await.until("the uppermost layer is here", () -> Files.exists(uppermost));
          TestImage.ranged(image.layer(0)).answer(request, answer);
        });
    PullResult result = store.pull(image.name(registry), null);
    assertThat(result).isInstanceOf(PullResult.Pulled.class);
    assertThat(layers()).hasSize(3);
  }

  @Test
  void afterTheMachineWasStartedAgainOnlyLayersOfImagesCount() throws IOException {
    TestImage image = TestImage.small().servedBy(registry);
    pulled(image.name(registry));
    Path stray = directory.resolve("store/layers/" + "0".repeat(64));
    Files.createDirectories(stray.resolve("fs"));
    reopen();
    assertThat(layers()).hasSize(3);
    Files.writeString(directory.resolve("store/layers/.boot"), "another one");
    reopen();
    assertThat(stray).doesNotExist();
    assertThat(layers()).hasSize(2);
    assertThat(store.list()).hasSize(1);
  }

  @Test
  void aRootWhoseListOfLayersAPowerCutSpoiledStopsNobody() throws IOException {
    TestImage image = TestImage.small().servedBy(registry);
    StoredImage stored = pulled(image.name(registry));
    store.root(stored, "one", Optional.empty());
    store.releaseRoot("one");
    for (byte[] spoiled : List.of(new byte[129], new byte[] {(byte) 0xff, 'x', '\n'})) {
      Path root = Files.createDirectories(directory.resolve("store/roots/one"));
      Files.write(root.resolve("layers"), spoiled);
      Files.writeString(directory.resolve("store/layers/.boot"), "another one");
      reopen();
      assertThat(store.list()).hasSize(1);
      assertThat(layers()).hasSize(2);
      store.collect();
      assertThat(store.root(stored, "one", Optional.empty()).resolve("bin/one")).exists();
      store.releaseRoot("one");
    }
  }

  @Test
  void whatIsNoLayerIsLeftAlone() throws IOException {
    TestImage image = TestImage.small().servedBy(registry);
    pulled(image.name(registry));
    Path stray = Files.createDirectory(directory.resolve("store/layers/lost+found"));
    reopen();
    removed(image.name(registry));
    assertThat(stray).exists();
    assertThat(layers()).containsExactly("lost+found");
  }

  private void removed(String image) {
    try {
      store.remove(image);
      store.collect();
    } catch (IOException failed) {
      throw new AssertionError(failed);
    }
  }

  @Test
  void pinningIsRemembered() throws IOException {
    TestImage image = TestImage.small().servedBy(registry);
    pulled(image.name(registry));
    store.pin(image.name(registry), true);
    reopen();
    assertThat(store.list()).allMatch(StoredImage::pinned);
    assertThat(pulled(image.name(registry)).pinned()).isTrue();
    store.pin(image.name(registry), false);
    assertThat(store.list()).noneMatch(StoredImage::pinned);
  }

  @Test
  void manyPullsOfOneImageMoveEachBlobOnce() throws Exception {
    TestImage image = TestImage.large().servedBy(registry);
    List<CompletableFuture<StoredImage>> pulls = new ArrayList<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < 20; i++) {
        pulls.add(CompletableFuture.supplyAsync(() -> pulled(image.name(registry)), threads));
      }
      for (CompletableFuture<StoredImage> pull : pulls) {
        assertThat(pull.get().id()).isEqualTo(Digest.of(image.config()));
      }
    }
    for (Digest blob : List.of(image.layerDigest(0), Digest.of(image.config()))) {
      assertThat(
              registry.requests().stream()
                  .filter(request -> request.path().equals(TestImage.blobPath(blob))))
          .hasSize(1);
    }
  }

  @Test
  void ofAnIndexTheImageForThisMachineIsTaken() {
    TestImage image = TestImage.small().servedBy(registry);
    String mine = TestImage.descriptor(Documents.OCI_MANIFEST, image.manifest());
    String other = TestImage.descriptor(Documents.OCI_MANIFEST, TestImage.large().manifest());
    byte[] index =
        ("{\"schemaVersion\":2,\"manifests\":["
                + at(other, "s390x")
                + ","
                + at(mine, Platform.ofThisMachine().architecture())
                + "]}")
            .getBytes(StandardCharsets.UTF_8);
    TestImage.manifestServed(registry, "1", index, Documents.OCI_INDEX);
    StoredImage stored = pulled(image.name(registry));
    assertThat(stored.id()).isEqualTo(Digest.of(image.config()));
    assertThat(stored.digests().getFirst()).endsWith("@" + Digest.of(index));
  }

  private static String at(String descriptor, String architecture) {
    return descriptor.replaceFirst(
        "\\}$", ",\"platform\":{\"os\":\"linux\",\"architecture\":\"" + architecture + "\"}}");
  }

  @Test
  void tokensAndPasswordsAreShownWhereTheyAreAskedFor() {
    TestImage image = TestImage.small().servedBy(registry);
    TestRegistry.Behaviour good =
        (_, answer) -> answer.header("Content-Type", Documents.OCI_MANIFEST).send(image.manifest());
    registry.on(
        TestImage.manifestPath("1"),
        (request, answer) -> {
          if (request.header("Authorization").equals("Bearer secret-token")) {
            good.answer(request, answer);
          } else {
            answer
                .status(401)
                .header(
                    "WWW-Authenticate",
                    "Bearer realm=\"http://" + registry.host() + "/token\",service=\"reg\"")
                .send(new byte[0]);
          }
        });
    registry.on(
        "/token",
        (request, answer) -> {
          boolean known = request.header("Authorization").equals("Basic dG91cjpzd29yZGZpc2g=");
          boolean scoped = request.path().contains("scope=repository%3Atest%2Fimage%3Apull");
          answer
              .status(known && scoped ? 200 : 403)
              .send("{\"access_token\":\"secret-token\"}".getBytes(StandardCharsets.US_ASCII));
        });
    assertThat(
            store.pull(
                image.name(registry), new RegistryCredential("tour", "swordfish", "", "", "", "")))
        .isInstanceOf(PullResult.Pulled.class);
    assertThat(
            store.pull(
                image.name(registry),
                new RegistryCredential("", "", "dG91cjpzd29yZGZpc2g=", "", "", "")))
        .isInstanceOf(PullResult.Pulled.class);
    assertThat(store.pull(image.name(registry), null)).isInstanceOf(PullResult.Failed.class);
  }

  @Test
  void mirrorsAreAskedFirstWithoutTheCredentialsOfTheRegistry() throws IOException {
    TestImage image = TestImage.small();
    try (TestRegistry mirror = new TestRegistry()) {
      image.servedBy(mirror);
      TestImage other = TestImage.large().servedBy(registry);
      Path hosts = Files.createDirectories(directory.resolve("hosts/registry.example_5000_"));
      Files.writeString(
          hosts.resolve("hosts.toml"),
          """
          # The registry itself is not reachable by its name.
          server = "http://%s"

          [host."http://%s"]
            capabilities = ["pull", "resolve"]
            [host."http://%s".header]
              x-mirror = "yes"
          """
              .formatted(registry.host(), mirror.host(), mirror.host()));
      try (ImageStore mirrored =
          new ImageStore(
              ImageStoreSettings.at(directory.resolve("mirrored"))
                  .withRegistries(directory.resolve("hosts"), new ProxyRules(Map.of())))) {
        RegistryCredential credential = new RegistryCredential("tour", "swordfish", "", "", "", "");
        String name = "registry.example:5000/" + TestImage.REPOSITORY + ":1";
        assertThat(mirrored.pull(name, credential))
            .isInstanceOfSatisfying(
                PullResult.Pulled.class,
                pulled -> assertThat(pulled.image().id()).isEqualTo(Digest.of(image.config())));
        assertThat(registry.requests()).isEmpty();
        assertThat(mirror.requests())
            .allMatch(request -> request.header("X-Mirror").equals("yes"))
            .allMatch(request -> request.header("Authorization").isEmpty());
        mirror.forget();
        assertThat(mirrored.pull(name, credential))
            .isInstanceOfSatisfying(
                PullResult.Pulled.class,
                pulled -> assertThat(pulled.image().id()).isEqualTo(Digest.of(other.config())));
      }
    }
  }

  @Test
  void aDownloadThatWasCutGoesOnInTheNextLife() throws IOException {
    TestImage image = TestImage.large().servedBy(registry);
    byte[] blob = image.layer(0);
    registry.on(
        TestImage.blobPath(image.layerDigest(0)),
        (_, answer) -> {
          answer.header("Content-Length", String.valueOf(blob.length)).head();
          answer.raw(Arrays.copyOf(blob, 400_000));
          answer.cut();
        });
    assertThat(store.pull(image.name(registry), null)).isInstanceOf(PullResult.Failed.class);
    reopen();
    image.servedBy(registry);
    pulled(image.name(registry));
    assertThat(registry.requests().getLast().header("Range")).isNotEmpty();
    try (Stream<Path> left = Files.list(directory.resolve("store/content/partial"))) {
      assertThat(left).isEmpty();
    }
  }
}
