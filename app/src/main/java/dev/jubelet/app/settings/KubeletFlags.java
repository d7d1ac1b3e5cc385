package dev.jubelet.app.settings;

import dev.jubelet.app.settings.node.EmbeddedSettings;
import dev.jubelet.json.Node;
import dev.jubelet.json.TextPosition;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The command line of {@code jubelet kubelet}; null and "" stand for a flag that was not given. */
@RecordBuilder
public record KubeletFlags(
    Files files,
    Host host,
    Runtime runtime,
    StaticPods staticPods,
    Log log,
    CredentialProviders credentialProviders,
    ClusterFlags cluster) {
  public static final Path ROOT_DIR = Path.of("/var/lib/kubelet");

  /** A command line without flags. */
  public static final KubeletFlags NONE =
      new KubeletFlags(
          new Files(null, null),
          new Host("", "", ROOT_DIR),
          new Runtime("", EmbeddedSettings.at(EmbeddedSettings.ROOT, null), ""),
          new StaticPods("", "", List.of()),
          new Log("", null),
          new CredentialProviders(null, null),
          ClusterFlags.NONE);

  /** Where the configuration is. */
  public record Files(@Nullable Path config, @Nullable Path configDir) {}

  public record Host(String hostnameOverride, String nodeIp, Path rootDir) {}

  /**
   * @param embedded counts when the endpoint is the runtime inside of the node
   * @param listen a socket on which the node offers that one to others
   */
  public record Runtime(String endpoint, EmbeddedSettings embedded, String listen) {}

  public record StaticPods(String path, String url, List<String> urlHeaders) {
    public StaticPods {
      urlHeaders = List.copyOf(urlHeaders);
    }
  }

  public record Log(String format, @Nullable Integer verbosity) {}

  public record CredentialProviders(@Nullable Path config, @Nullable Path programs) {}

  /** Those of a command line that names only a configuration file, or none. */
  public static KubeletFlags ofConfig(@Nullable Path config) {
    return KubeletFlagsBuilder.builder(NONE).files(new Files(config, null)).build();
  }

  /** The flags that stand for a field of the configuration, as a layer over the files. */
  ConfigurationLayer asLayer() {
    Map<String, Node.Field> fields = new LinkedHashMap<>();
    List<String> errors = new ArrayList<>();
    put(fields, "containerRuntimeEndpoint", runtime.endpoint());
    put(fields, "staticPodPath", staticPods.path());
    put(fields, "staticPodURL", staticPods.url());
    if (!staticPods.urlHeaders().isEmpty()) {
      fields.put("staticPodURLHeader", field(headers(errors)));
    }
    Map<String, Node.Field> logging = new LinkedHashMap<>();
    put(logging, "format", log.format());
    Integer verbosity = log.verbosity();
    if (verbosity != null) {
      logging.put("verbosity", field(new Node.Numeral(verbosity.toString(), TextPosition.START)));
    }
    if (!logging.isEmpty()) {
      fields.put("logging", field(new Node.Fields(logging, TextPosition.START)));
    }
    cluster.addTo(fields, errors);
    return new ConfigurationLayer(
        "command line", new Node.Fields(fields, TextPosition.START), errors, List.of());
  }

  private Node.Fields headers(List<String> errors) {
    Map<String, List<Node>> values = new LinkedHashMap<>();
    for (String header : staticPods.urlHeaders()) {
      int colon = header.indexOf(':');
      if (colon < 1) {
        // The value may be a password, so the text is not repeated.
        errors.add("--manifest-url-header: headers must look like NAME:VALUE");
        continue;
      }
      values
          .computeIfAbsent(header.substring(0, colon).strip(), name -> new ArrayList<>())
          .add(new Node.Text(header.substring(colon + 1).strip(), TextPosition.START));
    }
    Map<String, Node.Field> fields = new LinkedHashMap<>();
    values.forEach(
        (name, list) -> fields.put(name, field(new Node.Items(list, TextPosition.START))));
    return new Node.Fields(fields, TextPosition.START);
  }

  private static void put(Map<String, Node.Field> fields, String name, String value) {
    if (!value.isEmpty()) {
      fields.put(name, field(new Node.Text(value, TextPosition.START)));
    }
  }

  private static Node.Field field(Node value) {
    return new Node.Field(TextPosition.START, value);
  }
}
