package dev.jubelet.cluster.access;

import dev.jubelet.codec.tree.FieldPath;
import dev.jubelet.codec.tree.Problem;
import dev.jubelet.codec.tree.Problems;
import dev.jubelet.codec.tree.Trees;
import dev.jubelet.json.Node;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Reads what the current context of a kubeconfig file means. */
public final class Kubeconfig {
  private static final int LENGTH_MAX = 4 << 20;

  private final Path file;
  private final Problems problems = new Problems();

  private Kubeconfig(Path file) {
    this.file = file;
  }

  /**
   * @throws BadKubeconfig with all that is wrong
   */
  public static ClusterAccess read(Path file) {
    Path absolute = file.toAbsolutePath().normalize();
    return new Kubeconfig(absolute).parse(text(absolute));
  }

  /** Whether there is such a file, whatever is in it. */
  public static boolean exists(Path file) {
    return Files.exists(file);
  }

  private static String text(Path file) {
    try {
      if (Files.size(file) > LENGTH_MAX) {
        throw new BadKubeconfig(file + ": is longer than " + LENGTH_MAX + " bytes");
      }
      return Files.readString(file, StandardCharsets.UTF_8);
    } catch (NoSuchFileException missing) {
      throw new BadKubeconfig(file + ": does not exist");
    } catch (IOException unreadable) {
      throw new BadKubeconfig(file + ": cannot be read: " + unreadable.getMessage());
    }
  }

  private ClusterAccess parse(String text) {
    List<Node> documents = Trees.read(text, problems);
    refuseProblems();
    if (documents.size() != 1 || !(documents.getFirst() instanceof Node.Fields root)) {
      throw new BadKubeconfig(file + ": must have one document, an object of kind Config");
    }
    Path directory = file.getParent() == null ? Path.of("/") : file.getParent();
    KubeconfigFields config = new KubeconfigFields(root, FieldPath.ROOT, directory, problems);
    String kind = config.text("kind");
    if (!kind.isEmpty() && !kind.equals("Config")) {
      config.error("kind", "must be Config");
    }
    String current = config.required("current-context");
    refuseProblems();
    KubeconfigFields context = named(config, "contexts", "context", current, "current-context");
    refuseProblems();
    KubeconfigFields cluster =
        named(config, "clusters", "cluster", context.required("cluster"), "cluster of the context");
    UserAccess access =
        context
            .said("user")
            .map(name -> named(config, "users", "user", name, "user of the context"))
            .map(UserFields::read)
            .orElse(UserAccess.NOBODY);
    ClusterAccess read = cluster(cluster, access);
    refuseProblems();
    return read;
  }

  private void refuseProblems() {
    if (problems.hasErrors()) {
      throw new BadKubeconfig(
          problems.list().stream()
              .filter(Problem::isError)
              .map(problem -> file + ": " + problem)
              .collect(Collectors.joining("\n")));
    }
  }

  /** The object of that name in one of the lists. Of several the first counts. */
  private static KubeconfigFields named(
      KubeconfigFields config, String list, String inner, String name, String whose) {
    for (KubeconfigFields each : config.items(list)) {
      if (each.text("name").equals(name)) {
        KubeconfigFields found = each.inner(inner);
        if (found != null) {
          return found;
        }
        each.error(inner, "is required");
        return each;
      }
    }
    config.error(list, "has nothing of the name \"" + name + "\", which is the " + whose);
    return config;
  }

  private static ClusterAccess cluster(KubeconfigFields cluster, UserAccess user) {
    URI server = server(cluster);
    boolean insecure = cluster.flag("insecure-skip-tls-verify");
    Optional<TextSource> authorities = cluster.source("certificate-authority");
    if (insecure && authorities.isPresent()) {
      cluster.error(
          "insecure-skip-tls-verify", "cannot be used together with a certificate-authority");
    }
    return new ClusterAccess(
        server,
        cluster.text("tls-server-name"),
        insecure,
        authorities,
        proxy(cluster),
        !cluster.flag("disable-compression"),
        user);
  }

  private static URI server(KubeconfigFields cluster) {
    String text = cluster.required("server");
    URI none = URI.create("https://none.invalid");
    if (text.isEmpty()) {
      return none;
    }
    try {
      URI uri = new URI(text.replaceFirst("/+$", ""));
      boolean known = "https".equals(uri.getScheme()) || "http".equals(uri.getScheme());
      if (known
          && uri.getHost() != null
          && uri.getUserInfo() == null
          && uri.getQuery() == null
          && uri.getFragment() == null) {
        return uri;
      }
    } catch (URISyntaxException malformed) {
      // Told below: the text may have a password in it.
    }
    cluster.error("server", "must be an address such as https://10.0.0.1:6443");
    return none;
  }

  private static Optional<URI> proxy(KubeconfigFields cluster) {
    String text = cluster.text("proxy-url");
    if (text.isEmpty()) {
      return Optional.empty();
    }
    try {
      URI uri = new URI(text);
      if ("http".equals(uri.getScheme()) && uri.getHost() != null && uri.getUserInfo() == null) {
        return Optional.of(uri);
      }
    } catch (URISyntaxException malformed) {
      // Told below: the text may have a password in it.
    }
    cluster.error(
        "proxy-url",
        "must be an address such as http://10.0.0.1:3128; other kinds of proxy and users of a"
            + " proxy are not supported");
    return Optional.empty();
  }

  /** Who we are, from the fields of a user. */
  private static final class UserFields {
    private static final Map<String, String> REFUSED = new LinkedHashMap<>();

    static {
      REFUSED.put("auth-provider", "is no longer part of Kubernetes; use exec");
      for (String each : List.of("as", "as-uid", "as-groups", "as-user-extra")) {
        REFUSED.put(each, "a node cannot act as somebody else");
      }
    }

    private UserFields() {}

    static UserAccess read(KubeconfigFields user) {
      user.noneOf(REFUSED);
      Optional<TextSource> certificate = user.source("client-certificate");
      Optional<TextSource> key = user.source("client-key");
      if (certificate.isPresent() != key.isPresent()) {
        user.error(
            certificate.isPresent() ? "client-certificate" : "client-key",
            "client-certificate and client-key need each other");
      }
      Optional<TextSource> inline =
          user.said("token")
              .map(word -> new TextSource.Inline(user.path().child("token").toString(), word));
      // Kubernetes: the file wins.
      Optional<TextSource> token =
          user.file("tokenFile").<TextSource>map(TextSource.InFile::new).or(() -> inline);
      Optional<String> name = user.said("username");
      if (name.isPresent() && token.isPresent()) {
        user.error("username", "cannot be used together with a token");
      }
      return new UserAccess(
          certificate,
          key,
          token,
          name.map(known -> new UserAccess.Password(known, user.text("password"))),
          Optional.ofNullable(user.inner("exec")).map(UserFields::command));
    }

    private static ExecCredentialConfig command(KubeconfigFields exec) {
      String version = exec.required("apiVersion");
      if (!version.isEmpty() && !ExecCredentialConfig.VERSIONS.contains(version)) {
        exec.error("apiVersion", "must be one of " + ExecCredentialConfig.VERSIONS);
      }
      String mode = exec.text("interactiveMode");
      if (mode.equals("Always")) {
        exec.error("interactiveMode", "a node has nobody to talk to: use Never or IfAvailable");
      } else if (!List.of("", "Never", "IfAvailable").contains(mode)) {
        exec.error("interactiveMode", "must be Never or IfAvailable");
      } else if (mode.isEmpty() && version.equals(ExecCredentialConfig.VERSIONS.getFirst())) {
        exec.error("interactiveMode", "is required");
      }
      String program = exec.required("command");
      Map<String, String> env = new LinkedHashMap<>();
      for (KubeconfigFields each : exec.items("env")) {
        env.put(each.required("name"), each.text("value"));
      }
      return new ExecCredentialConfig(
          version,
          program.indexOf('/') >= 0 ? exec.directory().resolve(program).toString() : program,
          exec.texts("args"),
          env,
          exec.flag("provideClusterInfo"),
          exec.text("installHint"));
    }
  }
}
