package dev.jubelet.ports;

import dev.jubelet.model.image.CredentialProvider;
import dev.jubelet.model.image.ProviderAnswer;
import dev.jubelet.model.image.RegistryLogin;
import dev.jubelet.model.objects.Secret;
import java.util.List;

/**
 * Where credentials for registries come from. No failure of it ever repeats what it read: that may
 * be the credential itself.
 */
public interface RegistryCredentials {
  /** A node without credentials of its own. Pull secrets cannot be read on it either. */
  RegistryCredentials NONE =
      new RegistryCredentials() {
        @Override
        public List<RegistryLogin> ofSecret(Secret pullSecret) {
          throw new OutsideFailure(FailureKind.UNIMPLEMENTED, "pull secrets are not read here");
        }

        @Override
        public List<RegistryLogin> ofNode() {
          return List.of();
        }

        @Override
        public List<CredentialProvider> providers() {
          return List.of();
        }

        @Override
        public ProviderAnswer ask(CredentialProvider provider, String image) {
          throw new OutsideFailure(FailureKind.NOT_FOUND, "there is no such credential provider");
        }
      };

  /** The logins in a secret of type dockerconfigjson or dockercfg, in the order of its text. */
  List<RegistryLogin> ofSecret(Secret pullSecret);

  /** The logins in the node's own docker configuration, empty when it has none. */
  List<RegistryLogin> ofNode();

  List<CredentialProvider> providers();

  /** Runs the provider, which has a deadline. */
  ProviderAnswer ask(CredentialProvider provider, String image);
}
