package dev.jubelet.images.registry;

import dev.jubelet.images.content.ContentStore;
import dev.jubelet.images.content.Digest;
import dev.jubelet.json.JsonException;
import dev.jubelet.json.JsonShape;
import dev.jubelet.json.Node;
import dev.jubelet.json.PartialJsonReader;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Reads manifests, indexes and configurations. A document is what its media type says, and one that
 * could be read as two things is refused. Only what is used of a document is kept while it is read.
 */
public final class Documents {
  public static final String OCI_MANIFEST = "application/vnd.oci.image.manifest.v1+json";
  public static final String OCI_INDEX = "application/vnd.oci.image.index.v1+json";
  public static final String DOCKER_MANIFEST =
      "application/vnd.docker.distribution.manifest.v2+json";
  public static final String DOCKER_LIST =
      "application/vnd.docker.distribution.manifest.list.v2+json";
  public static final int MANIFEST_MAX = 4 * 1024 * 1024;
  public static final int CONFIG_MAX = 8 * 1024 * 1024;

  /** overlayfs takes no more lower directories than some 500, docker no more layers than 127. */
  private static final int LAYERS_MAX = 200;

  /** The largest index that is known has some 60; each platform has one, and an attestation. */
  private static final int ENTRIES_MAX = 1000;

  private static final int TEXT_MAX = 255;

  /** An index of 1000 images with the longest usual descriptors has 900,000. */
  private static final int KEPT_MAX = 1024 * 1024;

  /** The memory that a document of any size may cost while it is read. */
  public static final long READING_COST = 2L * KEPT_MAX;

  private static final Set<String> MANIFESTS = Set.of(OCI_MANIFEST, DOCKER_MANIFEST);
  private static final Set<String> INDEXES = Set.of(OCI_INDEX, DOCKER_LIST);
  private static final Set<String> LAYERS =
      Set.of(
          "application/vnd.oci.image.layer.v1.tar",
          "application/vnd.oci.image.layer.v1.tar+gzip",
          "application/vnd.oci.image.layer.v1.tar+zstd",
          "application/vnd.oci.image.layer.nondistributable.v1.tar",
          "application/vnd.oci.image.layer.nondistributable.v1.tar+gzip",
          "application/vnd.oci.image.layer.nondistributable.v1.tar+zstd",
          "application/vnd.docker.image.rootfs.diff.tar",
          "application/vnd.docker.image.rootfs.diff.tar.gzip",
          "application/vnd.docker.image.rootfs.diff.tar.zstd",
          "application/vnd.docker.image.rootfs.foreign.diff.tar.gzip");

  private static final JsonShape DESCRIPTOR = JsonShape.values("mediaType", "digest", "size");

  private static final JsonShape CHOICE =
      new JsonShape.Fields(
          Map.of(
              "mediaType", JsonShape.VALUE,
              "digest", JsonShape.VALUE,
              "size", JsonShape.VALUE,
              "platform", JsonShape.values("os", "architecture", "variant")));

  private static final PartialJsonReader MANIFEST =
      new PartialJsonReader(
          new JsonShape.Fields(
              Map.of(
                  "mediaType", JsonShape.VALUE,
                  "schemaVersion", JsonShape.VALUE,
                  "config", DESCRIPTOR,
                  "layers", new JsonShape.Items(LAYERS_MAX, DESCRIPTOR),
                  "manifests", new JsonShape.Items(ENTRIES_MAX, CHOICE),
                  "fsLayers", JsonShape.VALUE,
                  "history", JsonShape.VALUE)),
          KEPT_MAX);

  private static final PartialJsonReader CONFIG =
      new PartialJsonReader(
          new JsonShape.Fields(
              Map.of(
                  "os", JsonShape.VALUE,
                  "architecture", JsonShape.VALUE,
                  "variant", JsonShape.VALUE,
                  "config", JsonShape.values("User"),
                  "rootfs",
                      new JsonShape.Fields(
                          Map.of(
                              "type",
                              JsonShape.VALUE,
                              "diff_ids",
                              new JsonShape.Items(LAYERS_MAX, JsonShape.VALUE))))),
          KEPT_MAX);

  private Documents() {}

  /** What a registry may answer for the name of an image. */
  public sealed interface Answer {
    record Image(Manifest manifest) implements Answer {}

    record Index(List<Choice> choices) implements Answer {
      public Index {
        choices = List.copyOf(choices);
      }
    }
  }

  /** One of the images of an index. */
  public record Choice(Descriptor descriptor, String os, String architecture, String variant) {}

  public static boolean isIndex(String mediaType) {
    return INDEXES.contains(mediaType);
  }

  /**
   * @param mediaType what it was said to be by whoever sent it; empty when nothing was said
   */
  public static Answer read(byte[] content, String mediaType) {
    if (content.length > MANIFEST_MAX) {
      throw wrong("the manifest has more than " + MANIFEST_MAX + " bytes");
    }
    try {
      return read(
          new ByteArrayInputStream(content),
          new Descriptor(mediaType, Digest.of(content), content.length));
    } catch (IOException impossible) {
      throw new IllegalStateException("bytes in memory cannot be read", impossible);
    }
  }

  /**
   * @param as what it was said to be by whoever sent it; without a media type when nothing was said
   */
  public static Answer read(InputStream content, Descriptor as) throws IOException {
    String mediaType = as.mediaType();
    Node.Fields document = object(MANIFEST, content, "manifest");
    String said = document.text("mediaType");
    String type = mediaType.isEmpty() ? said : mediaType;
    if (!said.isEmpty() && !said.equals(type)) {
      throw wrong("the manifest says it is " + said + ", but was sent as " + type);
    }
    if (number(document, "schemaVersion", "the manifest") != 2) {
      throw wrong("the manifest is not of schema version 2");
    }
    boolean layers = document.value("layers") != null || document.value("config") != null;
    boolean manifests = document.value("manifests") != null;
    if (layers && manifests) {
      throw wrong("the manifest could be read as an image and as an index");
    }
    if (document.value("fsLayers") != null || document.value("history") != null) {
      throw wrong("the manifest has parts of schema version 1");
    }
    boolean index = type.isEmpty() ? manifests : INDEXES.contains(type);
    if (!index && !type.isEmpty() && !MANIFESTS.contains(type)) {
      throw wrong("a manifest of the kind " + shown(type) + " is not an image");
    }
    if (index ? layers : manifests) {
      throw wrong("the manifest is not the " + type + " that it is called");
    }
    Descriptor self =
        new Descriptor(
            type.isEmpty() ? (index ? OCI_INDEX : OCI_MANIFEST) : type, as.digest(), as.size());
    return index ? index(document) : new Answer.Image(image(document, self));
  }

  /** A manifest or an index that is here already. */
  public static Answer stored(ContentStore content, Digest digest, String mediaType)
      throws IOException {
    long size = content.size(digest).orElse(0L);
    return content.read(
        digest, MANIFEST_MAX, in -> read(in, new Descriptor(mediaType, digest, size)));
  }

  private static Manifest image(Node.Fields document, Descriptor self) {
    List<Descriptor> layers = new ArrayList<>();
    for (Node item : items(document, "layers")) {
      Descriptor layer = descriptor(item, "a layer");
      if (!LAYERS.contains(layer.mediaType())) {
        throw wrong("a layer of the kind " + shown(layer.mediaType()) + " cannot be unpacked");
      }
      layers.add(layer);
    }
    Node config = document.value("config");
    if (config == null) {
      throw wrong("the manifest has no config");
    }
    Descriptor described = descriptor(config, "the config");
    if (described.size() > CONFIG_MAX) {
      throw wrong("the config has " + described.size() + " bytes");
    }
    return new Manifest(self, described, layers);
  }

  private static Answer index(Node.Fields document) {
    List<Choice> choices = new ArrayList<>();
    for (Node item : items(document, "manifests")) {
      Node.Fields platform =
          item instanceof Node.Fields fields
                  && fields.value("platform") instanceof Node.Fields inner
              ? inner
              : null;
      choices.add(
          new Choice(
              descriptor(item, "a manifest of the index"),
              platform == null ? "" : platform.text("os"),
              platform == null ? "" : platform.text("architecture"),
              platform == null ? "" : platform.text("variant")));
    }
    return new Answer.Index(choices);
  }

  public static ImageConfig config(InputStream content) throws IOException {
    Node.Fields document = object(CONFIG, content, "image configuration");
    if (!(document.value("rootfs") instanceof Node.Fields rootfs)
        || !rootfs.text("type").equals("layers")) {
      throw wrong("the image configuration has no rootfs of layers");
    }
    List<Digest> diffIds = new ArrayList<>();
    if (rootfs.value("diff_ids") != null) {
      for (Node item : items(rootfs, "diff_ids")) {
        diffIds.add(digest(item instanceof Node.Text text ? text.value() : ""));
      }
    }
    String what = "the image configuration";
    return new ImageConfig(
        shortText(document, "os", what),
        shortText(document, "architecture", what),
        shortText(document, "variant", what),
        diffIds,
        shortText(document.object("config"), "User", what));
  }

  private static Descriptor descriptor(Node node, String what) {
    if (!(node instanceof Node.Fields fields)) {
      throw wrong(what + " is not described by an object");
    }
    long size = number(fields, "size", what);
    if (size < 0) {
      throw wrong(what + " has a negative size");
    }
    return new Descriptor(
        shortText(fields, "mediaType", what), digest(fields.text("digest")), size);
  }

  /** What stays in memory as long as the image is here. */
  private static String shortText(Node.Fields fields, String name, String what) {
    String text = fields.text(name);
    if (text.length() > TEXT_MAX) {
      throw wrong(what + " has a " + name + " of more than " + TEXT_MAX + " characters");
    }
    return text;
  }

  static Digest digest(String text) {
    try {
      return Digest.parse(text);
    } catch (IllegalArgumentException malformed) {
      throw new OutsideFailure(
          FailureKind.BAD_SPEC, String.valueOf(malformed.getMessage()), malformed);
    }
  }

  private static long number(Node.Fields fields, String name, String what) {
    if (fields.value(name) instanceof Node.Numeral numeral) {
      try {
        return Long.parseLong(numeral.text());
      } catch (NumberFormatException malformed) {
        throw wrong(what + " has a " + name + " that is not a whole number");
      }
    }
    throw wrong(what + " has no " + name);
  }

  private static List<Node> items(Node.Fields fields, String name) {
    if (!(fields.value(name) instanceof Node.Items list)) {
      throw wrong("there is no list of " + name);
    }
    return list.items();
  }

  static Node.Fields object(PartialJsonReader reader, InputStream content, String what)
      throws IOException {
    try {
      if (reader.read(content) instanceof Node.Fields object) {
        return object;
      }
    } catch (JsonException other) {
      throw wrong("the " + what + " cannot be used: " + other.getMessage());
    }
    throw wrong("the " + what + " is not a JSON object");
  }

  static String shown(String text) {
    return '"' + (text.length() > 100 ? text.substring(0, 100) + "…" : text) + '"';
  }

  static OutsideFailure wrong(String message) {
    return new OutsideFailure(FailureKind.BAD_SPEC, message);
  }
}
