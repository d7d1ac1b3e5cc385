package dev.jubelet.model.pod;

/** What people call a pod. Two static pods of the same name never run together. */
public record PodName(String namespace, String name) implements Comparable<PodName> {
  @Override
  public int compareTo(PodName other) {
    int byNamespace = namespace.compareTo(other.namespace);
    return byNamespace != 0 ? byNamespace : name.compareTo(other.name);
  }

  @Override
  public String toString() {
    return namespace + "/" + name;
  }
}
