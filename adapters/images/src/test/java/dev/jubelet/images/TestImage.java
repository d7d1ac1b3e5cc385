package dev.jubelet.images;

import dev.jubelet.images.content.Digest;
import dev.jubelet.images.registry.Documents;
import dev.jubelet.images.registry.Platform;
import dev.jubelet.images.unpack.TarText;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** An image made of archives, and a registry's way to serve it. */
final class TestImage {
  static final String REPOSITORY = "test/image";
  private final Map<Digest, byte[]> blobs = new LinkedHashMap<>();
  private final List<byte[]> layers = new ArrayList<>();
  private final List<Digest> diffIds = new ArrayList<>();
  private String layerType = "application/vnd.oci.image.layer.v1.tar+gzip";
  private String manifestMore = "";

  static TestImage small() {
    return new TestImage()
        .layer(new TarText().directory("bin").file("bin/one", "one").done())
        .layer(new TarText().file("bin/two", "two").file(".wh.gone", "").done());
  }

  /** With a layer that does not compress and takes several reads. */
  static TestImage large() {
    byte[] noise = new byte[600_000];
    new Random(3).nextBytes(noise);
    return new TestImage()
        .layer(new TarText().file("noise", new String(noise, StandardCharsets.ISO_8859_1)).done());
  }

  TestImage layer(byte[] archive) {
    return layer(archive, TarText.gzip(archive));
  }

  TestImage layer(byte[] archive, byte[] blob) {
    diffIds.add(Digest.of(archive));
    layers.add(blob);
    return this;
  }

  TestImage wrongDiffId() {
    diffIds.set(0, Digest.of(new byte[] {1}));
    return this;
  }

  TestImage missingDiffId() {
    diffIds.removeLast();
    return this;
  }

  TestImage layerType(String type) {
    layerType = type;
    return this;
  }

  TestImage manifestMore(String text) {
    manifestMore = text;
    return this;
  }

  byte[] layer(int index) {
    return layers.get(index);
  }

  Digest layerDigest(int index) {
    return Digest.of(layers.get(index));
  }

  byte[] config() {
    return config(Platform.ofThisMachine().architecture());
  }

  byte[] config(String architecture) {
    return ("{\"os\":\"linux\",\"architecture\":\""
            + architecture
            + "\",\"config\":{\"User\":\"7\"},\"rootfs\":{\"type\":\"layers\",\"diff_ids\":["
            + String.join(",", diffIds.stream().map(id -> "\"" + id + "\"").toList())
            + "]}}")
        .getBytes(StandardCharsets.UTF_8);
  }

  String manifestText() {
    List<String> described = new ArrayList<>();
    for (byte[] layer : layers) {
      described.add(descriptor(layerType, layer));
    }
    return "{\"schemaVersion\":2,\"mediaType\":\""
        + Documents.OCI_MANIFEST
        + "\",\"config\":"
        + descriptor("application/vnd.oci.image.config.v1+json", config())
        + ",\"layers\":["
        + String.join(",", described)
        + "]"
        + manifestMore
        + "}";
  }

  byte[] manifest() {
    return manifestText().getBytes(StandardCharsets.UTF_8);
  }

  static String descriptor(String type, byte[] content) {
    return "{\"mediaType\":\""
        + type
        + "\",\"digest\":\""
        + Digest.of(content)
        + "\",\"size\":"
        + content.length
        + "}";
  }

  static String manifestPath(String reference) {
    return "/v2/" + REPOSITORY + "/manifests/" + reference;
  }

  static String blobPath(Digest digest) {
    return "/v2/" + REPOSITORY + "/blobs/" + digest;
  }

  /** Serves all of it as a good registry does, ranges too. */
  TestImage servedBy(TestRegistry registry) {
    blobs.put(Digest.of(config()), config());
    layers.forEach(layer -> blobs.put(Digest.of(layer), layer));
    manifestServed(registry, "1", manifest(), Documents.OCI_MANIFEST);
    blobs.forEach((digest, content) -> registry.on(blobPath(digest), ranged(content)));
    return this;
  }

  static void manifestServed(TestRegistry registry, String reference, byte[] content, String type) {
    TestRegistry.Behaviour behaviour =
        (_, answer) -> answer.header("Content-Type", type).send(content);
    registry.on(manifestPath(reference), behaviour);
    registry.on(manifestPath(Digest.of(content).toString()), behaviour);
  }

  static TestRegistry.Behaviour ranged(byte[] content) {
    return (request, answer) -> {
      String range = request.header("Range");
      if (range.isEmpty()) {
        answer.send(content);
        return;
      }
      int from = Integer.parseInt(range.substring("bytes=".length(), range.length() - 1));
      answer
          .status(206)
          .header(
              "Content-Range", "bytes " + from + "-" + (content.length - 1) + "/" + content.length)
          .send(Arrays.copyOfRange(content, from, content.length));
    };
  }

  String name(TestRegistry registry) {
    return registry.host() + "/" + REPOSITORY + ":1";
  }
}
