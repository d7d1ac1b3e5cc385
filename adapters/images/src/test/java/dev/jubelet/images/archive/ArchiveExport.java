package dev.jubelet.images.archive;

import dev.jubelet.images.content.ContentStore;
import dev.jubelet.images.content.DamagedContentException;
import dev.jubelet.images.content.Digest;
import dev.jubelet.images.registry.Descriptor;
import dev.jubelet.images.registry.Manifest;
import dev.jubelet.json.Json;
import dev.jubelet.json.JsonObject;
import dev.jubelet.json.JsonWriter;
import dev.jubelet.json.Node;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.security.DigestInputStream;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Writes an image as a tar of an OCI layout that {@code docker load} takes, too. The same image
 * gives the same bytes.
 */
public final class ArchiveExport {
  private static final String NAME = "io.containerd.image.name";
  private static final int BLOCK = 512;
  private static final int BUFFER = 64 * 1024;

  private final ContentStore content;
  private final OutputStream out;

  private ArchiveExport(ContentStore content, OutputStream out) {
    this.content = content;
    this.out = out;
  }

  public static void write(
      ContentStore content, Manifest manifest, List<String> names, OutputStream out)
      throws IOException {
    ArchiveExport export = new ArchiveExport(content, out);
    export.file("oci-layout", bytes("{\"imageLayoutVersion\":\"1.0.0\"}"));
    export.file("index.json", bytes(index(manifest, names)));
    export.file("manifest.json", bytes(dockerList(manifest, names)));
    Set<Descriptor> blobs = new LinkedHashSet<>();
    blobs.add(manifest.self());
    blobs.add(manifest.config());
    blobs.addAll(manifest.layers());
    Set<Digest> written = new LinkedHashSet<>();
    for (Descriptor blob : blobs) {
      if (written.add(blob.digest())) {
        export.blob(blob);
      }
    }
    out.write(new byte[2 * BLOCK]);
    out.flush();
  }

  private static String index(Manifest manifest, List<String> names) {
    List<Node> entries = new ArrayList<>();
    for (String name : names.isEmpty() ? List.of("") : names) {
      JsonObject entry =
          new JsonObject()
              .put("mediaType", manifest.self().mediaType())
              .put("digest", manifest.self().digest().toString())
              .put("size", manifest.self().size());
      if (!name.isEmpty()) {
        entry.put("annotations", new JsonObject().put(NAME, name));
      }
      entries.add(entry.build());
    }
    return JsonWriter.compact(
        new JsonObject().put("schemaVersion", 2).put("manifests", entries).build());
  }

  private static String dockerList(Manifest manifest, List<String> names) {
    List<String> layers = manifest.layers().stream().map(layer -> path(layer.digest())).toList();
    Node.Fields image =
        new JsonObject()
            .put("Config", path(manifest.config().digest()))
            .put("RepoTags", Json.texts(names))
            .put("Layers", Json.texts(layers))
            .build();
    return JsonWriter.compact(Json.items(List.of(image)));
  }

  private static String path(Digest digest) {
    return "blobs/sha256/" + digest.hex();
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private void file(String name, byte[] text) throws IOException {
    entry(name, text.length, new ByteArrayInputStream(text));
  }

  /** A blob is hashed as it goes out: an export that ends well is good. */
  private void blob(Descriptor blob) throws IOException {
    DigestInputStream in = new DigestInputStream(content.open(blob.digest()), Digest.hash());
    try (in) {
      entry(path(blob.digest()), blob.size(), in);
    }
    if (!Digest.finished(in.getMessageDigest()).equals(blob.digest())) {
      content.setAside(blob.digest());
      throw new DamagedContentException(blob.digest() + " was damaged on disk and is set aside");
    }
  }

  private void entry(String name, long size, InputStream in) throws IOException {
    out.write(header(name, size));
    byte[] buffer = new byte[BUFFER];
    long left = size;
    while (left > 0) {
      int read = in.read(buffer, 0, (int) Math.min(buffer.length, left));
      if (read < 0) {
        throw new DamagedContentException(name + " has fewer than " + size + " bytes");
      }
      out.write(buffer, 0, read);
      left -= read;
    }
    out.write(new byte[(int) (-size & (BLOCK - 1))]);
  }

  private static byte[] header(String name, long size) {
    byte[] block = new byte[BLOCK];
    put(block, 0, name);
    put(block, 100, "0000644");
    put(block, 108, "0000000");
    put(block, 116, "0000000");
    if (size < 1L << 33) {
      put(block, 124, "%011o".formatted(size));
    } else {
      // GNU: binary, where eleven octal digits are too few.
      block[124] = (byte) 0x80;
      for (int i = 0; i < 8; i++) {
        block[135 - i] = (byte) (size >> (8 * i));
      }
    }
    put(block, 136, "00000000000");
    put(block, 148, "        ");
    block[156] = '0';
    put(block, 257, "ustar\00000");
    int sum = 0;
    for (byte each : block) {
      sum += each & 0xff;
    }
    put(block, 148, "%06o\0 ".formatted(sum));
    return block;
  }

  private static void put(byte[] block, int at, String text) {
    byte[] bytes = bytes(text);
    System.arraycopy(bytes, 0, block, at, bytes.length);
  }
}
