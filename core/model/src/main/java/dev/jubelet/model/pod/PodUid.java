package dev.jubelet.model.pod;

/** The identity of one pod on this node; a pod that is created anew has another one. */
public record PodUid(String value) implements Comparable<PodUid> {
  @Override
  public int compareTo(PodUid other) {
    return value.compareTo(other.value);
  }

  @Override
  public String toString() {
    return value;
  }
}
