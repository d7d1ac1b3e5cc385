package dev.jubelet.acceptance.cluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Files by which programs find the API server and say who they are. */
final class KubeconfigFiles {
  private KubeconfigFiles() {}

  /** With the certificate of that name. */
  static Path ofCertificate(Path file, String server, ClusterKeys keys, String name) {
    String user =
        "{client-certificate: %s, client-key: %s}"
            .formatted(keys.certificate(name), keys.key(name));
    return write(file, server, keys, user);
  }

  static Path ofToken(Path file, String server, ClusterKeys keys, String token) {
    return write(file, server, keys, "{token: %s}".formatted(token));
  }

  private static Path write(Path file, String server, ClusterKeys keys, String user) {
    try {
      return Files.writeString(
          file,
          """
          apiVersion: v1
          kind: Config
          clusters:
          - name: cluster
            cluster:
              server: %s
              certificate-authority: %s
          users:
          - name: user
            user: %s
          contexts:
          - name: context
            context:
              cluster: cluster
              user: user
          current-context: context
          """
              .formatted(server, keys.authority(), user));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
