package dev.jubelet.app.settings.kubelet;

import java.time.Duration;

/** What callers of the kubelet's HTTPS port may do. */
public record KubeletAuthorization(String mode, Webhook webhook) {
  public record Webhook(Duration cacheAuthorizedTTL, Duration cacheUnauthorizedTTL) {}
}
