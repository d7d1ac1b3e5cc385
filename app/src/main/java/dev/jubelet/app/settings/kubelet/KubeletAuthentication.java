package dev.jubelet.app.settings.kubelet;

import java.time.Duration;

/** Who may call the kubelet's HTTPS port. */
public record KubeletAuthentication(X509 x509, Webhook webhook, Anonymous anonymous) {
  public record X509(String clientCAFile) {}

  public record Webhook(boolean enabled, Duration cacheTTL) {}

  public record Anonymous(boolean enabled) {}
}
