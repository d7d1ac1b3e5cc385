package dev.jubelet.app.settings;

import dev.jubelet.codec.tree.Node;
import dev.jubelet.codec.tree.Place;
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
    @Nullable Path config,
    @Nullable Path configDir,
    String hostnameOverride,
    String nodeIp,
    Path rootDir,
    String containerRuntimeEndpoint,
    String podManifestPath,
    String manifestUrl,
    List<String> manifestUrlHeaders,
    String logFormat,
    @Nullable Integer verbosity,
    @Nullable Path imageCredentialProviderConfig,
    @Nullable Path imageCredentialProviderBinDir,
    ClusterFlags cluster,
    EmbeddedFlags embedded) {
  public static final Path ROOT_DIR = Path.of("/var/lib/kubelet");

  public KubeletFlags {
    manifestUrlHeaders = List.copyOf(manifestUrlHeaders);
  }

  /** Those of a command line without a cluster. */
  public KubeletFlags(
      @Nullable Path config,
      @Nullable Path configDir,
      String hostnameOverride,
      String nodeIp,
      Path rootDir,
      String containerRuntimeEndpoint,
      String podManifestPath,
      String manifestUrl,
      List<String> manifestUrlHeaders,
      String logFormat,
      @Nullable Integer verbosity,
      @Nullable Path imageCredentialProviderConfig,
      @Nullable Path imageCredentialProviderBinDir) {
    this(
        config,
        configDir,
        hostnameOverride,
        nodeIp,
        rootDir,
        containerRuntimeEndpoint,
        podManifestPath,
        manifestUrl,
        manifestUrlHeaders,
        logFormat,
        verbosity,
        imageCredentialProviderConfig,
        imageCredentialProviderBinDir,
        ClusterFlags.NONE,
        EmbeddedFlags.NONE);
  }

  public KubeletFlags with(EmbeddedFlags newEmbedded) {
    return KubeletFlagsBuilder.builder(this).embedded(newEmbedded).build();
  }

  /** Those of a command line without credential providers. */
  public KubeletFlags(
      @Nullable Path config,
      @Nullable Path configDir,
      String hostnameOverride,
      String nodeIp,
      Path rootDir,
      String containerRuntimeEndpoint,
      String podManifestPath,
      String manifestUrl,
      List<String> manifestUrlHeaders,
      String logFormat,
      @Nullable Integer verbosity) {
    this(
        config,
        configDir,
        hostnameOverride,
        nodeIp,
        rootDir,
        containerRuntimeEndpoint,
        podManifestPath,
        manifestUrl,
        manifestUrlHeaders,
        logFormat,
        verbosity,
        null,
        null);
  }

  /** Those of a command line that names only a configuration file, or none. */
  public static KubeletFlags ofConfig(@Nullable Path config) {
    return new KubeletFlags(config, null, "", "", ROOT_DIR, "", "", "", List.of(), "", null);
  }

  /** The flags that stand for a field of the configuration, as a layer over the files. */
  ConfigurationLayer asLayer() {
    Map<String, Node.Field> fields = new LinkedHashMap<>();
    List<String> errors = new ArrayList<>();
    put(fields, "containerRuntimeEndpoint", containerRuntimeEndpoint);
    put(fields, "staticPodPath", podManifestPath);
    put(fields, "staticPodURL", manifestUrl);
    if (!manifestUrlHeaders.isEmpty()) {
      fields.put("staticPodURLHeader", field(headers(errors)));
    }
    Map<String, Node.Field> logging = new LinkedHashMap<>();
    put(logging, "format", logFormat);
    if (verbosity != null) {
      logging.put("verbosity", field(new Node.Numeral(verbosity.toString(), Place.START)));
    }
    if (!logging.isEmpty()) {
      fields.put("logging", field(new Node.Fields(logging, Place.START)));
    }
    cluster.addTo(fields, errors);
    return new ConfigurationLayer(
        "command line", new Node.Fields(fields, Place.START), errors, List.of());
  }

  private Node.Fields headers(List<String> errors) {
    Map<String, List<Node>> values = new LinkedHashMap<>();
    for (String header : manifestUrlHeaders) {
      int colon = header.indexOf(':');
      if (colon < 1) {
        // The value may be a password, so the text is not repeated.
        errors.add("--manifest-url-header: headers must look like NAME:VALUE");
        continue;
      }
      values
          .computeIfAbsent(header.substring(0, colon).strip(), name -> new ArrayList<>())
          .add(new Node.Text(header.substring(colon + 1).strip(), Place.START));
    }
    Map<String, Node.Field> fields = new LinkedHashMap<>();
    values.forEach((name, list) -> fields.put(name, field(new Node.Items(list, Place.START))));
    return new Node.Fields(fields, Place.START);
  }

  private static void put(Map<String, Node.Field> fields, String name, String value) {
    if (!value.isEmpty()) {
      fields.put(name, field(new Node.Text(value, Place.START)));
    }
  }

  private static Node.Field field(Node value) {
    return new Node.Field(Place.START, value);
  }
}
