package dev.jubelet.images;

import dev.jubelet.codec.tree.Node;
import dev.jubelet.codec.tree.Place;
import dev.jubelet.codec.tree.Problems;
import dev.jubelet.codec.tree.TreeText;
import dev.jubelet.codec.tree.Trees;
import dev.jubelet.decide.image.ImageName;
import dev.jubelet.images.content.Digest;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What a name means here.
 *
 * @param target what the registry said that it means: an index or a manifest
 * @param manifest the one for this machine
 */
record NameRecord(String repository, String tag, Digest target, Digest manifest, boolean pinned) {
  private static final String VERSION = "1";
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
    Map<String, Node.Field> fields = new LinkedHashMap<>();
    put(fields, "version", new Node.Numeral(VERSION, Place.START));
    put(fields, "repository", new Node.Text(repository, Place.START));
    put(fields, "tag", new Node.Text(tag, Place.START));
    put(fields, "target", new Node.Text(target.toString(), Place.START));
    put(fields, "manifest", new Node.Text(manifest.toString(), Place.START));
    put(fields, "pinned", new Node.Bool(pinned, Place.START));
    return TreeText.json(new Node.Fields(fields, Place.START)) + "\n";
  }

  private static void put(Map<String, Node.Field> fields, String name, Node value) {
    fields.put(name, new Node.Field(Place.START, value));
  }

  /** Empty for what this version did not write. */
  static Optional<NameRecord> parse(String text) {
    Node document = Trees.readAnswer(text, TEXT_MAX, new Problems());
    if (!(document instanceof Node.Fields fields)
        || !(fields.value("version") instanceof Node.Numeral version)
        || !version.text().equals(VERSION)) {
      return Optional.empty();
    }
    try {
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
