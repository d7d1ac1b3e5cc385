package dev.jubelet.images.registry;

import java.util.List;

/** One image for one platform: its configuration, and its layers from the lowest up. */
public record Manifest(Descriptor self, Descriptor config, List<Descriptor> layers) {
  public Manifest {
    layers = List.copyOf(layers);
  }
}
