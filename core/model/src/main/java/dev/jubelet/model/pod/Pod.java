package dev.jubelet.model.pod;

import dev.jubelet.model.meta.ObjectMeta;
import dev.jubelet.model.status.PodStatus;

/**
 * A pod as its source wants it. {@code status} is what the source last said of it, not what we see.
 */
public record Pod(ObjectMeta metadata, PodSpec spec, PodStatus status) {

  public PodUid uid() {
    return new PodUid(metadata.uid());
  }

  public PodName fullName() {
    return new PodName(metadata.namespace(), metadata.name());
  }

  /** How messages name it, so that it can be told from a namesake. */
  public String description() {
    return metadata.name() + "_" + metadata.namespace() + "(" + metadata.uid() + ")";
  }

  public Pod withMetadata(ObjectMeta newMetadata) {
    return new Pod(newMetadata, spec, status);
  }

  public Pod withSpec(PodSpec newSpec) {
    return new Pod(metadata, newSpec, status);
  }
}
