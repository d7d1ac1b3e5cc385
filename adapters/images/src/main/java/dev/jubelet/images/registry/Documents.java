package dev.jubelet.images.registry;

import dev.jubelet.images.content.Digest;
import dev.jubelet.json.JsonReader;
import dev.jubelet.json.Node;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Reads manifests, indexes and configurations. A document is what its media type says, and one that
 * could be read as two things is refused.
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

  private static final int LAYERS_MAX = 200;
  private static final int ENTRIES_MAX = 1000;
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
    Node.Fields document = object(content, MANIFEST_MAX, "manifest");
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
            type.isEmpty() ? (index ? OCI_INDEX : OCI_MANIFEST) : type,
            Digest.of(content),
            content.length);
    return index ? index(document) : new Answer.Image(image(document, self));
  }

  private static Manifest image(Node.Fields document, Descriptor self) {
    List<Descriptor> layers = new ArrayList<>();
    for (Node item : items(document, "layers", LAYERS_MAX, "layers")) {
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
    for (Node item : items(document, "manifests", ENTRIES_MAX, "manifests")) {
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

  public static ImageConfig config(byte[] content) {
    Node.Fields document = object(content, CONFIG_MAX, "image configuration");
    if (!(document.value("rootfs") instanceof Node.Fields rootfs)
        || !rootfs.text("type").equals("layers")) {
      throw wrong("the image configuration has no rootfs of layers");
    }
    List<Digest> diffIds = new ArrayList<>();
    if (rootfs.value("diff_ids") != null) {
      for (Node item : items(rootfs, "diff_ids", LAYERS_MAX, "diff_ids")) {
        diffIds.add(digest(item instanceof Node.Text text ? text.value() : ""));
      }
    }
    String user = document.value("config") instanceof Node.Fields inner ? inner.text("User") : "";
    return new ImageConfig(
        document.text("os"),
        document.text("architecture"),
        document.text("variant"),
        diffIds,
        user);
  }

  private static Descriptor descriptor(Node node, String what) {
    if (!(node instanceof Node.Fields fields)) {
      throw wrong(what + " is not described by an object");
    }
    long size = number(fields, "size", what);
    if (size < 0) {
      throw wrong(what + " has a negative size");
    }
    return new Descriptor(fields.text("mediaType"), digest(fields.text("digest")), size);
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

  private static List<Node> items(Node.Fields fields, String name, int max, String what) {
    if (!(fields.value(name) instanceof Node.Items list)) {
      throw wrong("there is no list of " + what);
    }
    if (list.items().size() > max) {
      throw wrong("there are " + list.items().size() + " " + what + ", more than " + max);
    }
    return list.items();
  }

  static Node.Fields object(byte[] content, int bytesMax, String what) {
    if (content.length > bytesMax) {
      throw wrong("the " + what + " has more than " + bytesMax + " bytes");
    }
    try {
      return JsonReader.upTo(bytesMax).readObject(new String(content, StandardCharsets.UTF_8));
    } catch (IllegalArgumentException other) {
      throw wrong("the " + what + " is not a JSON object: " + other.getMessage());
    }
  }

  static String shown(String text) {
    return '"' + (text.length() > 100 ? text.substring(0, 100) + "…" : text) + '"';
  }

  static OutsideFailure wrong(String message) {
    return new OutsideFailure(FailureKind.BAD_SPEC, message);
  }
}
