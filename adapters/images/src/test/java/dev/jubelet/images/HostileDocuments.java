package dev.jubelet.images;

import dev.jubelet.images.content.Digest;
import dev.jubelet.images.registry.Documents;
import dev.jubelet.images.unpack.TarText;
import dev.jubelet.ports.FailureKind;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Manifests, indexes and layers that are not what they should be. */
final class HostileDocuments {
  private static final String OCI = Documents.OCI_MANIFEST;

  private final HostileRegistry list;

  private HostileDocuments(HostileRegistry list) {
    this.list = list;
  }

  static void addTo(HostileRegistry list) {
    HostileDocuments documents = new HostileDocuments(list);
    documents.manifests();
    documents.indexes();
    documents.contents();
  }

  private static HostileRegistry.Setting manifest(String text, String type) {
    return (registry, _) -> {
      TestImage.small().servedBy(registry);
      TestImage.manifestServed(registry, "1", text.getBytes(StandardCharsets.UTF_8), type);
    };
  }

  private static HostileRegistry.Setting image(TestImage image) {
    return (registry, _) -> image.servedBy(registry);
  }

  private void manifests() {
    TestImage small = TestImage.small();
    String good = small.manifestText();
    list.fails(
        "sends a manifest of 5 MiB", FailureKind.BAD_SPEC, manifest(" ".repeat(5 << 20), OCI));
    list.fails(
        "sends a manifest without end",
        FailureKind.BAD_SPEC,
        HostileRegistry.always((_, answer) -> {
          answer.header("Content-Type", OCI).header("Transfer-Encoding", "chunked").head();
          byte[] much = " ".repeat(64 * 1024).getBytes(StandardCharsets.US_ASCII);
          for (int i = 0; i < 100_000; i++) {
            HostileRegistry.chunk(answer, much);
          }
        }));
    list.fails("sends no JSON", FailureKind.BAD_SPEC, manifest("<html>hello</html>", OCI));
    list.fails(
        "sends a web page", FailureKind.BAD_SPEC, manifest("<html>hello</html>", "text/html"));
    list.fails("sends deep JSON", FailureKind.BAD_SPEC, manifest("[".repeat(100_000), OCI));
    list.fails(
        "sends a key twice",
        FailureKind.BAD_SPEC,
        manifest(
            good.replace("\"schemaVersion\":2", "\"schemaVersion\":2,\"schemaVersion\":2"), OCI));
    list.fails(
        "has a media type without end",
        FailureKind.BAD_SPEC,
        manifest(good.replaceFirst("application/vnd.oci.image.config", "x".repeat(100_000)), OCI));
    list.fails(
        "sends two million values of no use",
        FailureKind.BAD_SPEC,
        manifest("{\"schemaVersion\":2,\"x\":[0" + ",0".repeat(2_000_000) + "]}", OCI));
    list.fails("sends an empty object", FailureKind.BAD_SPEC, manifest("{}", OCI));
    list.fails(
        "sends schema version 1",
        FailureKind.BAD_SPEC,
        manifest(
            "{\"schemaVersion\":1,\"fsLayers\":[],\"history\":[]}",
            "application/vnd.docker.distribution.manifest.v1+prettyjws"));
    list.fails(
        "sends an image that is an index",
        FailureKind.BAD_SPEC,
        image(TestImage.small().manifestMore(",\"manifests\":[]")));
    list.fails(
        "calls an image an index", FailureKind.BAD_SPEC, manifest(good, Documents.OCI_INDEX));
    list.fails(
        "calls an index an image",
        FailureKind.BAD_SPEC,
        manifest("{\"schemaVersion\":2,\"manifests\":[]}", OCI));
    list.fails(
        "has a digest with a path",
        FailureKind.BAD_SPEC,
        manifest(good.replaceFirst("sha256:[0-9a-f]{64}", "sha256:../../../../etc/passwd"), OCI));
    list.fails(
        "has a digest of another hash",
        FailureKind.BAD_SPEC,
        manifest(good.replaceFirst("sha256:[0-9a-f]{64}", "md5:" + "0".repeat(32)), OCI));
    list.fails(
        "has a negative size",
        FailureKind.BAD_SPEC,
        manifest(good.replaceFirst("\"size\":", "\"size\":-"), OCI));
    list.fails(
        "has a size of 2^60",
        FailureKind.BAD_SPEC,
        manifest(good.replaceAll("\"size\":\\d+\\}\\]", "\"size\":1152921504606846976}]"), OCI));
    list.fails(
        "has a size that is a text",
        FailureKind.BAD_SPEC,
        manifest(good.replaceFirst("\"size\":\\d+", "\"size\":\"1\""), OCI));
    list.fails(
        "has ten thousand layers",
        FailureKind.BAD_SPEC,
        manifest(
            good.replaceFirst(
                "\"layers\":\\[",
                "\"layers\":["
                    + (TestImage.descriptor("x", HostileRegistry.NOTHING) + ",").repeat(10_000)),
            OCI));
    list.fails(
        "has a layer of another kind",
        FailureKind.BAD_SPEC,
        image(TestImage.small().layerType("application/vnd.in-toto+json")));
    list.fails(
        "has a config of 9 MiB",
        FailureKind.BAD_SPEC,
        manifest(good.replaceFirst("\"size\":\\d+", "\"size\":9437184"), OCI));
    list.fails(
        "has layers at other places",
        FailureKind.NOT_FOUND,
        (registry, other) -> {
          TestImage image = TestImage.small().servedBy(registry);
          String urls = ",\"urls\":[\"http://127.0.0.1:" + other.port() + "/layer\"]}";
          String text =
              image.manifestText().replaceAll("(\"size\":\\d+)\\}(,|\\])", "$1" + urls + "$2");
          registry.on(
              TestImage.blobPath(image.layerDigest(0)),
              (_, answer) -> answer.status(404).send(HostileRegistry.NOTHING));
          TestImage.manifestServed(registry, "1", text.getBytes(StandardCharsets.UTF_8), OCI);
        });
  }

  private void indexes() {
    list.fails(
        "has an index without an end",
        FailureKind.BAD_SPEC,
        (registry, _) -> {
          byte[] inner = TestImage.small().servedBy(registry).manifest();
          String type = OCI;
          for (int i = 0; i < 6; i++) {
            byte[] outer = index(entry(inner, type));
            TestImage.manifestServed(registry, "1", outer, Documents.OCI_INDEX);
            inner = outer;
            type = Documents.OCI_INDEX;
          }
        });
    list.fails(
        "has an index of five thousand",
        FailureKind.BAD_SPEC,
        (registry, _) -> {
          byte[] inner = TestImage.small().servedBy(registry).manifest();
          byte[] outer = index((entry(inner, OCI) + ",").repeat(5_000) + entry(inner, OCI));
          TestImage.manifestServed(registry, "1", outer, Documents.OCI_INDEX);
        });
    list.fails(
        "has nothing for this machine",
        FailureKind.BAD_SPEC,
        (registry, _) -> {
          byte[] inner = TestImage.small().servedBy(registry).manifest();
          String other =
              entry(inner, OCI)
                  .replaceFirst(
                      "\\}$", ",\"platform\":{\"os\":\"plan9\",\"architecture\":\"mips\"}}");
          TestImage.manifestServed(registry, "1", index(other), Documents.OCI_INDEX);
        });
    list.fails(
        "sends another manifest than its index says",
        FailureKind.UNAVAILABLE,
        (registry, _) -> {
          TestImage image = TestImage.small().servedBy(registry);
          byte[] outer = index(entry(image.manifest(), OCI));
          TestImage.manifestServed(registry, "1", outer, Documents.OCI_INDEX);
          registry.on(
              TestImage.manifestPath(Digest.of(image.manifest()).toString()),
              (_, answer) -> answer.header("Content-Type", OCI).send(TestImage.large().manifest()));
        });
  }

  private static String entry(byte[] manifest, String type) {
    return TestImage.descriptor(type, manifest);
  }

  private static byte[] index(String entries) {
    return ("{\"schemaVersion\":2,\"manifests\":[" + entries + "]}")
        .getBytes(StandardCharsets.UTF_8);
  }

  private void contents() {
    list.fails(
        "has fewer layers in its configuration",
        FailureKind.BAD_SPEC,
        image(TestImage.small().missingDiffId()));
    list.fails(
        "has another layer in its configuration",
        FailureKind.BAD_SPEC,
        image(TestImage.small().wrongDiffId()));
    byte[] zeros = new TarText().file("zeros", "\0".repeat(20 << 20)).done();
    list.fails("has a gzip bomb", FailureKind.BAD_SPEC, image(new TestImage().layer(zeros)));
    list.fails(
        "has a zstd bomb",
        FailureKind.BAD_SPEC,
        image(new TestImage().layer(zeros, TarText.Wrapping.ZSTD.wrap(zeros))));
    byte[] archive = new TarText().file("f", "x").done();
    list.fails(
        "has gzip in gzip",
        FailureKind.BAD_SPEC,
        image(new TestImage().layer(archive, TarText.gzip(TarText.gzip(archive)))));
    byte[] gzip = TarText.gzip(archive);
    list.fails(
        "has garbage after gzip",
        FailureKind.BAD_SPEC,
        image(new TestImage().layer(archive, Arrays.copyOf(gzip, gzip.length + 7))));
    list.fails(
        "has a layer that goes up",
        FailureKind.BAD_SPEC,
        image(TestImage.small().layer(new TarText().file("../../evil", "x").done())));
    list.fails(
        "has an image for another machine",
        FailureKind.BAD_SPEC,
        (registry, _) -> {
          TestImage image = TestImage.small().servedBy(registry);
          byte[] config = image.config("mips");
          String text =
              image
                  .manifestText()
                  .replaceFirst(
                      "\"config\":\\{[^}]*\\}",
                      "\"config\":"
                          + TestImage.descriptor(
                              "application/vnd.oci.image.config.v1+json", config));
          registry.on(TestImage.blobPath(Digest.of(config)), TestImage.ranged(config));
          TestImage.manifestServed(registry, "1", text.getBytes(StandardCharsets.UTF_8), OCI);
        });
    list.fails(
        "has a configuration that is no object",
        FailureKind.BAD_SPEC,
        (registry, _) -> {
          TestImage image = TestImage.small().servedBy(registry);
          byte[] config = "[1,2,3]".getBytes(StandardCharsets.US_ASCII);
          String text =
              image
                  .manifestText()
                  .replaceFirst(
                      "\"config\":\\{[^}]*\\}", "\"config\":" + TestImage.descriptor("x", config));
          registry.on(TestImage.blobPath(Digest.of(config)), TestImage.ranged(config));
          TestImage.manifestServed(registry, "1", text.getBytes(StandardCharsets.UTF_8), OCI);
        });
  }
}
