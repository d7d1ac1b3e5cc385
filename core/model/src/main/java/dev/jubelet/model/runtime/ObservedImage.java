package dev.jubelet.model.runtime;

import java.util.List;
import org.jspecify.annotations.Nullable;

public record ObservedImage(
    String id,
    List<String> repoTags,
    List<String> repoDigests,
    long sizeBytes,
    @Nullable Long uid,
    String username,
    boolean pinned) {
  public ObservedImage {
    repoTags = List.copyOf(repoTags);
    repoDigests = List.copyOf(repoDigests);
  }
}
