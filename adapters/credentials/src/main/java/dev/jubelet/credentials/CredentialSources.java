package dev.jubelet.credentials;

import dev.jubelet.model.image.CredentialProvider;
import dev.jubelet.model.image.ProviderAnswer;
import dev.jubelet.model.image.RegistryLogin;
import dev.jubelet.model.objects.Blob;
import dev.jubelet.model.objects.Secret;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import dev.jubelet.ports.RegistryCredentials;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Credentials from pull secrets, from the node's files and from plugins. */
public final class CredentialSources implements RegistryCredentials {
  private static final String JSON_TYPE = "kubernetes.io/dockerconfigjson";
  private static final String LEGACY_TYPE = "kubernetes.io/dockercfg";

  private final NodeDockerConfig node;
  private final Map<CredentialProvider, Plugin> plugins = new LinkedHashMap<>();
  private final PluginCall call = new PluginCall(PluginCall.DEADLINE);

  public CredentialSources(NodeDockerConfig node, List<Plugin> plugins) {
    this.node = node;
    plugins.forEach(plugin -> this.plugins.put(plugin.provider(), plugin));
  }

  @Override
  public List<RegistryLogin> ofSecret(Secret pullSecret) {
    return switch (pullSecret.type()) {
      case JSON_TYPE -> DockerConfig.json(text(pullSecret, ".dockerconfigjson"));
      case LEGACY_TYPE -> DockerConfig.legacy(text(pullSecret, ".dockercfg"));
      default ->
          throw new OutsideFailure(
              FailureKind.BAD_SPEC,
              "its type is %s, not %s or %s"
                  .formatted(
                      pullSecret.type().isEmpty() ? "Opaque" : pullSecret.type(),
                      JSON_TYPE,
                      LEGACY_TYPE));
    };
  }

  private static String text(Secret secret, String key) {
    Blob blob = secret.files().get(key);
    if (blob == null) {
      throw new OutsideFailure(FailureKind.BAD_SPEC, "it has no key " + key);
    }
    return blob.text();
  }

  @Override
  public List<RegistryLogin> ofNode() {
    return node.logins();
  }

  @Override
  public List<CredentialProvider> providers() {
    return List.copyOf(plugins.keySet());
  }

  @Override
  public ProviderAnswer ask(CredentialProvider provider, String image) {
    Plugin plugin = plugins.get(provider);
    if (plugin == null) {
      throw new OutsideFailure(FailureKind.NOT_FOUND, "it is not configured");
    }
    return call.ask(plugin, image);
  }
}
