package dev.jubelet.images;

import dev.jubelet.decide.image.ImageName;
import dev.jubelet.images.content.Digest;
import dev.jubelet.json.Json;
import dev.jubelet.json.JsonObject;
import dev.jubelet.json.JsonReader;
import dev.jubelet.json.JsonWriter;
import dev.jubelet.json.Node;
import java.util.Optional;

/**
 * What a name means here.
 *
 * @param target what the registry said that it means: an index or a manifest
 * @param manifest the one for this machine
 */
record NameRecord(String repository, String tag, Digest target, Digest manifest, boolean pinned) {
  private static final int VERSION = 1;
  private static final int TEXT_MAX = 16 * 1024;

  static NameRecord of(ImageName name, Digest target, Digest manifest, boolean pinned) {
    return new NameRecord(
        name.repository(), name.digest().isEmpty() ? name.tag() : "", target, manifest, pinned);
  }

  /** With its tag, or with its digest where it was asked for by that. */
  String name() {
    return tag.isEmpty() ? byDigest() : repository + ":" + tag;
  }

  String byDigest() {
    return repository + "@" + target;
  }

  NameRecord pinned(boolean now) {
    return new NameRecord(repository, tag, target, manifest, now);
  }

  String text() {
    return JsonWriter.compact(
            new JsonObject()
                .put("version", VERSION)
                .put("repository", repository)
                .put("tag", tag)
                .put("target", target.toString())
                .put("manifest", manifest.toString())
                .put("pinned", pinned)
                .build())
        + "\n";
  }

  /** Empty for what this version did not write. */
  static Optional<NameRecord> parse(String text) {
    try {
      Node.Fields fields = JsonReader.upTo(TEXT_MAX).readObject(text);
      if (Json.numberOf(fields, "version", 0) != VERSION) {
        return Optional.empty();
      }
      return Optional.of(
          new NameRecord(
              fields.text("repository"),
              fields.text("tag"),
              Digest.parse(fields.text("target")),
              Digest.parse(fields.text("manifest")),
              fields.value("pinned") instanceof Node.Bool bool && bool.value()));
    } catch (IllegalArgumentException malformed) {
      return Optional.empty();
    }
  }
}
