package dev.jubelet.app.settings.node;

import dev.jubelet.nodeserver.access.ReviewCaching;
import dev.jubelet.nodeserver.endpoint.ServedNode;
import dev.jubelet.nodeserver.tls.CipherChoice;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.Optional;

/** The node's HTTPS port: where it is, what it shows, and who may use it. */
public record PortSettings(
    InetAddress address, int port, Serving serving, Access access, ServedNode.Switches switches) {
  /**
   * What callers see of it.
   *
   * @param key empty when the node makes its certificate itself, or asks for one
   * @param asksForKey whether the cluster signs the certificate that callers see
   */
  public record Serving(Optional<Key> key, boolean asksForKey, CipherChoice ciphers) {}

  /** The files of {@code tlsCertFile} and {@code tlsPrivateKeyFile}. */
  public record Key(Path certificate, Path key) {}

  /**
   * @param clientAuthorities who signs the certificates of callers; empty: none is looked at
   * @param tokens whether bearer tokens are shown to the API server
   * @param allowsAll authorization mode AlwaysAllow
   * @param streamsNeedCreate whether exec, attach and port-forward need the verb create
   */
  public record Access(
      Optional<Path> clientAuthorities,
      boolean tokens,
      boolean anonymous,
      boolean allowsAll,
      boolean streamsNeedCreate,
      ReviewCaching caching) {}
}
