package dev.jubelet.images.registry;

import dev.jubelet.images.content.Digest;
import java.util.List;

/**
 * The part of an image's configuration that says how its root is made; the rest of it is for
 * whoever runs it.
 *
 * @param diffIds what each layer hashes to without compression, from the lowest up
 * @param user as the image has it, empty when it says none
 */
public record ImageConfig(
    String os, String architecture, String variant, List<Digest> diffIds, String user) {
  public ImageConfig {
    diffIds = List.copyOf(diffIds);
  }
}
