package dev.jubelet.images.registry;

import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Where the images of a registry can be had, from a directory as containerd's users have it: {@code
 * HOST/hosts.toml}, with {@code HOST_PORT_} for a port, and {@code _default} for all others. It is
 * read at each pull, so that a change counts from the next one on.
 */
public final class RegistryHosts {
  private static final String HUB = "docker.io";
  private static final String HUB_HOST = "registry-1.docker.io";
  private static final int FILE_MAX = 256 * 1024;
  private static final Pattern DURATION = Pattern.compile("(\\d{1,9})(ms|s|m|h)");
  private static final Set<String> FIELDS =
      Set.of(
          "capabilities",
          "ca",
          "client",
          "skip_verify",
          "header",
          "override_path",
          "dial_timeout",
          "server",
          "host");

  private final @Nullable Path directory;

  public RegistryHosts(@Nullable Path directory) {
    this.directory = directory;
  }

  /** Mirrors first, in the order of the file, the registry itself last. */
  public List<RegistryHost> of(String domain) {
    if (directory == null) {
      return List.of(registry(domain));
    }
    for (String name : names(domain)) {
      Path place = directory.resolve(name);
      if (Files.isDirectory(place)) {
        Optional<String> text = read(place.resolve("hosts.toml"));
        return text.isPresent() && !text.get().isBlank()
            ? parsed(domain, place, text.get())
            : List.of(withCertificates(registry(domain), place));
      }
    }
    return List.of(registry(domain));
  }

  private static List<String> names(String domain) {
    int colon = domain.lastIndexOf(':');
    List<String> names = new ArrayList<>();
    if (colon > 0) {
      names.add(
          (domain.substring(0, colon) + "_" + domain.substring(colon + 1) + "_").replace(":", ""));
    }
    names.add(domain);
    names.add("_default");
    return names;
  }

  private static Optional<String> read(Path file) {
    try {
      if (Files.size(file) > FILE_MAX) {
        throw Documents.wrong(file + " has more than " + FILE_MAX + " bytes");
      }
      return Optional.of(Files.readString(file));
    } catch (NoSuchFileException none) {
      return Optional.empty();
    } catch (IOException unreadable) {
      throw new OutsideFailure(FailureKind.BAD_SPEC, "cannot read " + file, unreadable);
    }
  }

  @SuppressWarnings("unchecked")
  private static List<RegistryHost> parsed(String domain, Path place, String text) {
    try {
      Map<String, Object> file = Toml.parse(text);
      List<RegistryHost> hosts = new ArrayList<>();
      if (file.get("host") instanceof Map<?, ?> mirrors) {
        for (Map.Entry<String, Object> mirror : ((Map<String, Object>) mirrors).entrySet()) {
          if (!(mirror.getValue() instanceof Map<?, ?> fields)) {
            throw new IllegalArgumentException("host." + mirror.getKey() + " is not a table");
          }
          hosts.add(host(mirror.getKey(), domain, place, (Map<String, Object>) fields));
        }
      }
      String server = text(file, "server");
      hosts.add(
          server.isEmpty()
              ? settings(registry(domain), place, file)
              : host(server, domain, place, file));
      return hosts;
    } catch (IllegalArgumentException malformed) {
      throw new OutsideFailure(
          FailureKind.BAD_SPEC,
          place.resolve("hosts.toml") + ": " + malformed.getMessage(),
          malformed);
    }
  }

  private static RegistryHost host(
      String address, String domain, Path place, Map<String, Object> fields) {
    URI uri = URI.create(address.contains("://") ? address : "https://" + address);
    if (uri.getHost() == null || !Set.of("http", "https").contains(uri.getScheme())) {
      throw new IllegalArgumentException("\"" + address + "\" is not the address of a host");
    }
    String path = Optional.ofNullable(uri.getPath()).orElse("").replaceAll("/+$", "");
    if (!Boolean.TRUE.equals(fields.get("override_path")) && !path.endsWith("/v2")) {
      path += "/v2";
    }
    String authority = uri.getAuthority();
    boolean own = authority.equals(domain) || (domain.equals(HUB) && authority.equals(HUB_HOST));
    RegistryHost plain =
        new RegistryHost(
            URI.create(uri.getScheme() + "://" + authority + path),
            own,
            true,
            true,
            RegistryHost.Tls.DEFAULT,
            Map.of(),
            RegistryHost.CONNECT,
            false);
    return settings(plain, place, fields);
  }

  private static RegistryHost settings(RegistryHost host, Path place, Map<String, Object> fields) {
    for (String name : fields.keySet()) {
      if (!FIELDS.contains(name)) {
        throw new IllegalArgumentException("\"" + name + "\" is not known");
      }
    }
    List<String> capabilities = texts(fields.get("capabilities"), "capabilities");
    List<Path> authorities = new ArrayList<>(host.tls().authorities());
    texts(fields.get("ca"), "ca").forEach(file -> authorities.add(place.resolve(file)));
    boolean unverified =
        fields.get("skip_verify") instanceof Boolean skip ? skip : host.tls().unverified();
    return RegistryHostBuilder.builder(host)
        .resolves(capabilities.isEmpty() || capabilities.contains("resolve"))
        .pulls(capabilities.isEmpty() || capabilities.contains("pull"))
        .tls(new RegistryHost.Tls(authorities, clients(fields.get("client"), place), unverified))
        .headers(headers(fields.get("header")))
        .connect(duration(text(fields, "dial_timeout")))
        .build();
  }

  private static List<RegistryHost.Pair> clients(@Nullable Object value, Path place) {
    List<RegistryHost.Pair> pairs = new ArrayList<>();
    for (Object item :
        value instanceof List<?> list ? list : value == null ? List.of() : List.of(value)) {
      List<String> files = texts(item, "client");
      if (files.isEmpty() || files.size() > 2) {
        throw new IllegalArgumentException("client: expected a certificate and its key");
      }
      pairs.add(
          new RegistryHost.Pair(place.resolve(files.getFirst()), place.resolve(files.getLast())));
    }
    return pairs;
  }

  private static Map<String, List<String>> headers(@Nullable Object value) {
    Map<String, List<String>> headers = new LinkedHashMap<>();
    if (value instanceof Map<?, ?> fields) {
      fields.forEach((name, text) -> headers.put(String.valueOf(name), texts(text, "header")));
    } else if (value != null) {
      throw new IllegalArgumentException("header is not a table");
    }
    return headers;
  }

  private static Duration duration(String text) {
    if (text.isEmpty()) {
      return RegistryHost.CONNECT;
    }
    Matcher parts = DURATION.matcher(text);
    if (!parts.matches()) {
      throw new IllegalArgumentException("dial_timeout: \"" + text + "\" is not a duration");
    }
    long count = Long.parseLong(parts.group(1));
    return switch (parts.group(2)) {
      case "ms" -> Duration.ofMillis(count);
      case "s" -> Duration.ofSeconds(count);
      case "m" -> Duration.ofMinutes(count);
      default -> Duration.ofHours(count);
    };
  }

  private static String text(Map<String, Object> fields, String name) {
    Object value = fields.get(name);
    if (value != null && !(value instanceof String)) {
      throw new IllegalArgumentException(name + " is not a string");
    }
    return value == null ? "" : (String) value;
  }

  private static List<String> texts(@Nullable Object value, String name) {
    List<String> texts = new ArrayList<>();
    for (Object item :
        value instanceof List<?> list ? list : value == null ? List.of() : List.of(value)) {
      if (!(item instanceof String text)) {
        throw new IllegalArgumentException(name + " is not a list of strings");
      }
      texts.add(text);
    }
    return texts;
  }

  /** Docker's way, where there is no hosts.toml: *.crt are trusted, *.cert and *.key are shown. */
  private static RegistryHost withCertificates(RegistryHost host, Path place) {
    List<Path> authorities = new ArrayList<>();
    List<RegistryHost.Pair> clients = new ArrayList<>();
    try (Stream<Path> files = Files.list(place)) {
      for (Path file : files.sorted().toList()) {
        String name = file.toString();
        if (name.endsWith(".crt")) {
          authorities.add(file);
        } else if (name.endsWith(".cert")) {
          clients.add(
              new RegistryHost.Pair(
                  file, Path.of(name.substring(0, name.length() - ".cert".length()) + ".key")));
        }
      }
    } catch (IOException unreadable) {
      throw new OutsideFailure(FailureKind.BAD_SPEC, "cannot read " + place, unreadable);
    }
    return RegistryHostBuilder.builder(host)
        .resolves(true)
        .pulls(true)
        .tls(new RegistryHost.Tls(authorities, clients, host.tls().unverified()))
        .headers(Map.of())
        .build();
  }

  /** A registry that nobody said anything about. On this very machine TLS is not asked for. */
  private static RegistryHost registry(String domain) {
    String authority = domain.equals(HUB) ? HUB_HOST : domain;
    boolean local = isLocal(domain);
    return new RegistryHost(
        URI.create("https://" + authority + "/v2"),
        true,
        true,
        true,
        new RegistryHost.Tls(List.of(), List.of(), local),
        Map.of(),
        RegistryHost.CONNECT,
        local);
  }

  private static boolean isLocal(String domain) {
    String host = domain.replaceAll(":\\d+$", "").toLowerCase(Locale.ROOT);
    return host.equals("localhost") || host.matches("127(\\.\\d{1,3}){3}") || host.equals("[::1]");
  }
}
