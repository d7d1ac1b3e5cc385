package dev.jubelet.model.volume.projection;

import dev.jubelet.model.meta.Ordered;
import java.util.Map;
import org.jspecify.annotations.Nullable;

public record PodCertificateProjection(
    String signerName,
    String keyType,
    @Nullable Integer maxExpirationSeconds,
    String credentialBundlePath,
    String keyPath,
    String certificateChainPath,
    Map<String, String> userAnnotations) {

  public PodCertificateProjection {
    userAnnotations = Ordered.copyOf(userAnnotations);
  }
}
