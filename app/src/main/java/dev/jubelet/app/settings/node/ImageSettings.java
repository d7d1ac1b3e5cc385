package dev.jubelet.app.settings.node;

import dev.jubelet.decide.image.CredentialVerification;
import dev.jubelet.engine.image.PullLimits;
import java.nio.file.Path;
import java.util.Optional;

/**
 * How images are pulled.
 *
 * @param providers of credentials; empty when nobody named them
 */
public record ImageSettings(
    PullLimits pulls, CredentialVerification verification, Optional<Providers> providers) {

  /** Where credential provider plugins are described and where their programs are. */
  public record Providers(Path config, Path programs) {}
}
