package dev.jubelet.images.archive;

import dev.jubelet.images.content.ContentStore;
import dev.jubelet.images.content.Digest;
import dev.jubelet.images.registry.Descriptor;
import dev.jubelet.images.registry.DocumentMemory;
import dev.jubelet.images.registry.Documents;
import dev.jubelet.images.registry.Manifest;
import dev.jubelet.images.registry.Resolver;
import dev.jubelet.images.unpack.LayerException;
import dev.jubelet.json.JsonException;
import dev.jubelet.json.JsonObject;
import dev.jubelet.json.JsonShape;
import dev.jubelet.json.JsonWriter;
import dev.jubelet.json.Node;
import dev.jubelet.json.PartialJsonReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** Reads a tar of an OCI layout, or of {@code docker save}, whichever it is. */
public final class ArchiveImport {
  private static final String OCI_NAME = "org.opencontainers.image.ref.name";
  private static final String CONTAINERD_NAME = "io.containerd.image.name";
  private static final int IMAGES_MAX = 100;
  private static final int NAMES_MAX = 100;
  private static final int LAYERS_MAX = 200;
  private static final int DEPTH_MAX = 3;
  private static final int KEPT_MAX = 1024 * 1024;

  private static final PartialJsonReader LAYOUT =
      new PartialJsonReader(
          new JsonShape.Fields(
              Map.of(
                  "manifests",
                  new JsonShape.Items(
                      IMAGES_MAX,
                      new JsonShape.Fields(
                          Map.of(
                              "digest", JsonShape.VALUE,
                              "mediaType", JsonShape.VALUE,
                              "annotations", JsonShape.values(CONTAINERD_NAME, OCI_NAME)))))),
          KEPT_MAX);

  private static final PartialJsonReader DOCKER =
      new PartialJsonReader(
          new JsonShape.Items(
              IMAGES_MAX,
              new JsonShape.Fields(
                  Map.of(
                      "Config", JsonShape.VALUE,
                      "RepoTags", new JsonShape.Items(NAMES_MAX, JsonShape.VALUE),
                      "Layers", new JsonShape.Items(LAYERS_MAX, JsonShape.VALUE)))),
          KEPT_MAX);

  private final ContentStore content;
  private final Resolver resolver;
  private final DocumentMemory memory;

  /**
   * An image that an archive brought; its blobs are in the content store, its layers not unpacked.
   *
   * @param names as the archive calls it, not checked
   * @param target what the names mean: an index or the manifest
   */
  public record ArchivedImage(List<String> names, Digest target, Manifest manifest) {
    public ArchivedImage {
      names = List.copyOf(names);
    }
  }

  public ArchiveImport(ContentStore content, Resolver resolver, DocumentMemory memory) {
    this.memory = memory;
    this.content = content;
    this.resolver = resolver;
  }

  /**
   * @param using told of each blob before it is stored
   */
  public List<ArchivedImage> read(InputStream in, long bytesMax, Consumer<Digest> using)
      throws IOException {
    ArchiveContent archive = ArchiveContent.read(in, content, bytesMax, using);
    Optional<Descriptor> index = archive.file("index.json");
    if (index.isPresent()) {
      return layout(archive, index.get());
    }
    Optional<Descriptor> docker = archive.file("manifest.json");
    if (docker.isPresent()) {
      return dockerArchive(archive, docker.get(), using);
    }
    throw new LayerException("the archive has neither an index.json nor a manifest.json");
  }

  private List<ArchivedImage> layout(ArchiveContent archive, Descriptor index) throws IOException {
    if (!(tree(LAYOUT, "index.json", index) instanceof Node.Fields document)
        || !(document.value("manifests") instanceof Node.Items list)) {
      throw new LayerException("the index.json of the archive has no list of images");
    }
    List<ArchivedImage> images = new ArrayList<>();
    for (Node item : list.items()) {
      if (!(item instanceof Node.Fields fields)) {
        throw new LayerException("the index of the archive is malformed");
      }
      Digest target = digest(fields.text("digest"));
      List<String> names = new ArrayList<>();
      if (fields.value("annotations") instanceof Node.Fields annotations) {
        for (String key : List.of(CONTAINERD_NAME, OCI_NAME)) {
          if (names.isEmpty() && !annotations.text(key).isEmpty()) {
            names.add(annotations.text(key));
          }
        }
      }
      images.add(
          new ArchivedImage(names, target, manifest(archive, target, fields.text("mediaType"), 0)));
    }
    return images;
  }

  private Manifest manifest(ArchiveContent archive, Digest digest, String type, int depth)
      throws IOException {
    Descriptor file =
        archive
            .file("blobs/sha256/" + digest.hex())
            .orElseThrow(() -> new LayerException("the archive does not have " + digest));
    if (depth == DEPTH_MAX) {
      throw new LayerException("the archive has an index in an index in an index");
    }
    return switch (memory.read(() -> Documents.stored(content, file.digest(), type))) {
      case Documents.Answer.Image(Manifest manifest) -> present(archive, manifest);
      case Documents.Answer.Index(List<Documents.Choice> choices) -> {
        Descriptor chosen = resolver.choose("the archive", choices);
        yield manifest(archive, chosen.digest(), chosen.mediaType(), depth + 1);
      }
    };
  }

  private static Manifest present(ArchiveContent archive, Manifest manifest) throws IOException {
    List<Descriptor> all = new ArrayList<>(manifest.layers());
    all.add(manifest.config());
    for (Descriptor each : all) {
      Optional<Descriptor> file = archive.file("blobs/sha256/" + each.digest().hex());
      if (file.isEmpty() || file.get().size() != each.size()) {
        throw new LayerException("the archive does not have " + each.digest() + " whole");
      }
    }
    return manifest;
  }

  /** docker: its list knows file names only, so a manifest is made that knows digests. */
  private List<ArchivedImage> dockerArchive(
      ArchiveContent archive, Descriptor list, Consumer<Digest> using) throws IOException {
    if (!(tree(DOCKER, "manifest.json", list) instanceof Node.Items listed)) {
      throw new LayerException("the manifest.json of the archive is not a list of images");
    }
    List<ArchivedImage> images = new ArrayList<>();
    for (Node item : listed.items()) {
      if (!(item instanceof Node.Fields fields)) {
        throw new LayerException("the manifest.json of the archive is malformed");
      }
      List<Node> layers = new ArrayList<>();
      for (String name : texts(fields, "Layers")) {
        layers.add(described(archive, name, "application/vnd.docker.image.rootfs.diff.tar"));
      }
      String text =
          JsonWriter.compact(
              new JsonObject()
                  .put("schemaVersion", 2)
                  .put("mediaType", Documents.DOCKER_MANIFEST)
                  .put(
                      "config",
                      described(
                          archive,
                          fields.text("Config"),
                          "application/vnd.docker.container.image.v1+json"))
                  .put("layers", layers)
                  .build());
      byte[] manifest = text.getBytes(StandardCharsets.UTF_8);
      using.accept(Digest.of(manifest));
      content.put(manifest);
      if (Documents.read(manifest, Documents.DOCKER_MANIFEST)
          instanceof Documents.Answer.Image(Manifest read)) {
        images.add(new ArchivedImage(texts(fields, "RepoTags"), read.self().digest(), read));
      }
    }
    return images;
  }

  private static Node described(ArchiveContent archive, String name, String type)
      throws LayerException {
    Descriptor file =
        archive
            .file(name)
            .orElseThrow(() -> new LayerException("the archive does not have the file " + name));
    return new JsonObject()
        .put("mediaType", type)
        .put("size", file.size())
        .put("digest", file.digest().toString())
        .build();
  }

  private static List<String> texts(Node.Fields fields, String name) {
    return fields.items(name).stream()
        .map(item -> item instanceof Node.Text text ? text.value() : "")
        .toList();
  }

  private Node tree(PartialJsonReader reader, String name, Descriptor file) throws IOException {
    try {
      return memory.read(() -> content.read(file.digest(), Documents.MANIFEST_MAX, reader::read));
    } catch (JsonException malformed) {
      throw new LayerException(
          "the " + name + " of the archive cannot be used: " + malformed.getMessage(), malformed);
    }
  }

  private static Digest digest(String text) throws LayerException {
    try {
      return Digest.parse(text);
    } catch (IllegalArgumentException malformed) {
      throw new LayerException(String.valueOf(malformed.getMessage()), malformed);
    }
  }
}
