package dev.jubelet.images.archive;

import dev.jubelet.images.content.Digest;
import dev.jubelet.images.registry.Manifest;
import java.util.List;

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
