package dev.jubelet.images.snapshot;

import dev.jubelet.images.content.Digest;
import dev.jubelet.images.unpack.OwnerMap;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * For whom a root is made: a pod with users of its own.
 *
 * @param namespace that of these users
 * @param map what the namespace says
 */
public record RootOwners(Path namespace, OwnerMap map) {
  /** The same for all who share copies. */
  String name() {
    return Digest.of(map.toString().getBytes(StandardCharsets.US_ASCII)).hex();
  }
}
