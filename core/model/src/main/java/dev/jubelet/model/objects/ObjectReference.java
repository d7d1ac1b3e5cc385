package dev.jubelet.model.objects;

/** Which object; {@code namespace} is empty for what belongs to the whole cluster. */
public record ObjectReference(String kind, String namespace, String name) {
  @Override
  public String toString() {
    return kind + " " + (namespace.isEmpty() ? name : namespace + "/" + name);
  }
}
