package dev.jubelet.nodeserver.tls;

import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.List;

/**
 * What the node proves its name with.
 *
 * @param chain its own certificate first
 */
public record ServingKey(PrivateKey key, List<X509Certificate> chain) {
  public ServingKey {
    chain = List.copyOf(chain);
  }

  @Override
  public String toString() {
    return "key of " + chain.getFirst().getSubjectX500Principal();
  }
}
