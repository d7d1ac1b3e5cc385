package dev.jubelet.images.registry;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * One place where the images of a registry can be had: the registry itself or a mirror.
 *
 * @param base scheme, host and the root of the API, without a slash at its end
 * @param own whether it is the registry itself, which alone is given the registry's credentials
 * @param resolves whether it may say which manifest a tag means
 * @param plainToo HTTP is tried where TLS does not work: only for this very machine
 */
@RecordBuilder
public record RegistryHost(
    URI base,
    boolean own,
    boolean resolves,
    boolean pulls,
    Tls tls,
    Map<String, List<String>> headers,
    Duration connect,
    boolean plainToo) {
  public static final Duration CONNECT = Duration.ofSeconds(30);

  public RegistryHost {
    headers = Map.copyOf(headers);
  }

  /**
   * @param authorities files with certificates that are trusted beside those of the machine
   * @param clients certificate and key to show; the same file when both are in it
   */
  public record Tls(List<Path> authorities, List<Pair> clients, boolean unverified) {
    public static final Tls DEFAULT = new Tls(List.of(), List.of(), false);

    public Tls {
      authorities = List.copyOf(authorities);
      clients = List.copyOf(clients);
    }
  }

  public record Pair(Path certificate, Path key) {}

  RegistryHost plain() {
    return RegistryHostBuilder.builder(this)
        .base(URI.create("http" + base.toString().substring("https".length())))
        .tls(Tls.DEFAULT)
        .plainToo(false)
        .build();
  }

  @Override
  public String toString() {
    return base.getAuthority();
  }
}
