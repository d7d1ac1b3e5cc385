package dev.jubelet.model.node;

import java.util.List;

/** An image that the node has, so that schedulers may send those there who need it. */
public record NodeImage(List<String> names, long sizeBytes) {
  public NodeImage {
    names = List.copyOf(names);
  }
}
