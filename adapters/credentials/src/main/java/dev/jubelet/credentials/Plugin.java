package dev.jubelet.credentials;

import dev.jubelet.model.image.CredentialProvider;
import dev.jubelet.model.meta.Ordered;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * A credential provider and how it is called.
 *
 * @param apiVersion of request and response
 */
public record Plugin(
    CredentialProvider provider,
    Path program,
    String apiVersion,
    List<String> args,
    Map<String, String> env) {
  public Plugin {
    args = List.copyOf(args);
    env = Ordered.copyOf(env);
  }

  /** Its environment may be secret. */
  @Override
  public String toString() {
    return "Plugin[" + program + "]";
  }
}
