package dev.jubelet.model.image;

/**
 * A pull secret with which an image was pulled, or would be.
 *
 * @param credentialHash of what it says for the image's registry; never the credential itself
 */
public record PullSecret(String uid, String namespace, String name, String credentialHash) {
  /** Whether both are the same object of the cluster, whatever it says. */
  public boolean isSameObject(PullSecret other) {
    return uid.equals(other.uid) && namespace.equals(other.namespace) && name.equals(other.name);
  }
}
