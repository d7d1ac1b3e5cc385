package dev.jubelet.app.settings;

import dev.jubelet.app.logging.LogFormat;
import dev.jubelet.app.settings.kubelet.KubeletConfiguration;
import dev.jubelet.app.settings.kubelet.LoggingConfiguration;
import dev.jubelet.app.settings.node.ClusterSettings;
import dev.jubelet.app.settings.node.EmbeddedSettings;
import dev.jubelet.app.settings.node.HealthEndpoint;
import dev.jubelet.app.settings.node.ImageSettings;
import dev.jubelet.app.settings.node.LogSettings;
import dev.jubelet.app.settings.node.RuntimeEndpoint;
import dev.jubelet.app.settings.node.StaticPodSettings;
import dev.jubelet.credentials.PluginConfig;
import dev.jubelet.decide.image.CredentialVerification;
import dev.jubelet.engine.image.PullLimits;
import dev.jubelet.model.meta.Quantity;
import dev.jubelet.model.node.NodeSettings;
import dev.jubelet.model.runtime.config.CgroupDriver;
import dev.jubelet.model.runtime.config.DnsSettings;
import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Turns a configuration with its defaults into a {@link NodeConfig} and checks every value that has
 * an effect. The answer is only good when nothing was found.
 */
record NodeConfigResolver(
    KubeletConfiguration configuration, KubeletFlags flags, ConfigurationErrors findings) {
  private static final String LISTEN = "--cri-listen";
  private static final Pattern NODE_NAME =
      Pattern.compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*");
  private static final int NODE_NAME_MAX = 253;
  private static final Set<String> RESERVABLE = Set.of("cpu", "memory", "ephemeral-storage", "pid");
  private static final Pattern SYSCTL = Pattern.compile("[a-z0-9._/-]+\\*?");

  // Kubernetes: the least and the default; images use ids up to 65535.
  private static final long USER_IDS = 65_536;

  NodeConfig resolve(String hostname) {
    KubeletConfiguration c = configuration;
    ClusterResolver cluster = new ClusterResolver(c, flags, findings);
    Optional<ClusterSettings> joined = cluster.cluster();
    findings.atLeast(1, c.maxPods(), "maxPods");
    findings.atLeast(Duration.ofMillis(100), c.syncFrequency(), "syncFrequency");
    findings.atLeast(Duration.ofMillis(100), c.runtimeRequestTimeout(), "runtimeRequestTimeout");
    findings.between(
        Duration.ofMillis(1), Duration.ofSeconds(1), c.cpuCFSQuotaPeriod(), "cpuCFSQuotaPeriod");
    findings.between(
        Duration.ofSeconds(1),
        Duration.ofMinutes(5),
        c.crashLoopBackOff().maxContainerRestartPeriod(),
        "crashLoopBackOff.maxContainerRestartPeriod");
    return new NodeConfig(
        c,
        settings(nodeName(hostname)),
        new NodeConfig.Pods(
            images(),
            findings.optionalPath(c.resolvConf(), "resolvConf"),
            userIdsPerPod(),
            flags.shareCgroupRoot),
        staticPods(),
        runtime(joined.isPresent()),
        new NodeConfig.Registration(
            new Reservations(
                reserved(c.kubeReserved(), "kubeReserved"),
                reserved(c.systemReserved(), "systemReserved"),
                evictionHard()),
            cluster.labels(),
            cluster.taints()),
        joined,
        new NodeConfig.Reporting(
            log(),
            TracingSettings.of(c.tracing(), findings),
            health(),
            new PortResolver(c, flags, findings).port(joined.isPresent())));
  }

  private NodeSettings settings(String nodeName) {
    KubeletConfiguration c = configuration;
    return new NodeSettings(
        nodeName,
        nodeIps(),
        flags.rootDir.toAbsolutePath().normalize().toString(),
        findings.absolutePath(c.podLogsDir(), "podLogsDir").toString(),
        new NodeSettings.Cgroups(
            c.cgroupRoot().isEmpty()
                ? "/"
                : findings.absolutePath(c.cgroupRoot(), "cgroupRoot").toString(),
            cgroupDriver(),
            c.cgroupsPerQOS(),
            c.cpuCFSQuota(),
            c.cpuCFSQuotaPeriod(),
            c.podPidsLimit() <= 0 ? -1 : c.podPidsLimit(),
            limitedSwap(),
            Boolean.TRUE.equals(c.singleProcessOOMKill())),
        new NodeSettings.Dns(clusterDns(), c.clusterDomain(), DnsSettings.NONE),
        c.seccompDefault(),
        new NodeSettings.Admission(unsafeSysctls(), !flags.forbidProbeHost));
  }

  private boolean limitedSwap() {
    String behavior = configuration.memorySwap().swapBehavior();
    findings.require(
        behavior.isEmpty() || behavior.equals("NoSwap") || behavior.equals("LimitedSwap"),
        "memorySwap.swapBehavior",
        "must be NoSwap or LimitedSwap, but is \"" + behavior + "\"");
    return behavior.equals("LimitedSwap");
  }

  private long userIdsPerPod() {
    KubeletConfiguration.UserNamespaces users = configuration.userNamespaces();
    long ids = users == null || users.idsPerPod() == 0 ? USER_IDS : users.idsPerPod();
    findings.require(
        ids > 0 && ids % USER_IDS == 0 && ids < 1L << 32,
        "userNamespaces.idsPerPod",
        "must be a multiple of " + USER_IDS + " below 2^32, but is " + ids);
    return ids;
  }

  private String nodeName(String hostname) {
    String said = flags.hostnameOverride.isEmpty() ? hostname : flags.hostnameOverride;
    String name = said.strip().toLowerCase(Locale.ROOT);
    findings.require(
        name.length() <= NODE_NAME_MAX && NODE_NAME.matcher(name).matches(),
        "--hostname-override",
        "the node's name must be a DNS name of lower-case letters, digits, '-' and '.', but is \""
            + name
            + "\"");
    return name;
  }

  private List<String> nodeIps() {
    if (flags.nodeIp.isEmpty()) {
      return List.of();
    }
    List<String> ips = Arrays.stream(flags.nodeIp.split(",", -1)).map(String::strip).toList();
    ips.forEach(ip -> findings.address(ip, "--node-ip"));
    findings.require(
        ips.size() <= 2, "--node-ip", "takes one address, or one of IPv4 and one of IPv6");
    return ips;
  }

  private StaticPodSettings staticPods() {
    KubeletConfiguration c = configuration;
    findings.atLeast(Duration.ofMillis(100), c.fileCheckFrequency(), "fileCheckFrequency");
    findings.atLeast(Duration.ofMillis(100), c.httpCheckFrequency(), "httpCheckFrequency");
    return new StaticPodSettings(
        findings.optionalPath(c.staticPodPath(), "staticPodPath"),
        c.fileCheckFrequency(),
        staticPodUrl(),
        c.staticPodURLHeader(),
        c.httpCheckFrequency());
  }

  private Optional<URI> staticPodUrl() {
    String text = configuration.staticPodURL();
    if (text.isEmpty()) {
      return Optional.empty();
    }
    try {
      URI url = new URI(text);
      if (("http".equals(url.getScheme()) || "https".equals(url.getScheme()))
          && url.getHost() != null) {
        return Optional.of(url);
      }
    } catch (URISyntaxException malformed) {
      // One message serves for all that is no address of the web.
    }
    findings.add("staticPodURL", "must be an http or https URL");
    return Optional.empty();
  }

  private RuntimeEndpoint runtime(boolean inCluster) {
    String endpoint = configuration.containerRuntimeEndpoint();
    String images = configuration.imageServiceEndpoint();
    findings.require(
        images.isEmpty() || images.equals(endpoint),
        "imageServiceEndpoint",
        "must be empty or equal to containerRuntimeEndpoint: one runtime serves both");
    if (endpoint.equals(RuntimeEndpoint.EMBEDDED)) {
      EmbeddedSettings embedded = flags.embedded().with(cgroupDriver());
      return new RuntimeEndpoint.Embedded(
          inCluster ? embedded.withoutOwnNetwork() : embedded, offered());
    }
    findings.require(
        flags.criListen.isEmpty(),
        LISTEN,
        "needs containerRuntimeEndpoint: embedded, since only that runtime is ours to offer");
    String path = endpoint.startsWith("unix://") ? endpoint.substring(7) : endpoint;
    if (!path.startsWith("/")) {
      findings.add(
          "containerRuntimeEndpoint",
          "must look like unix:///run/containerd/containerd.sock, or be "
              + RuntimeEndpoint.EMBEDDED
              + ", but is \""
              + endpoint
              + "\"");
      return new RuntimeEndpoint.Socket(Path.of("/"), configuration.runtimeRequestTimeout());
    }
    return new RuntimeEndpoint.Socket(
        findings.absolutePath(path, "containerRuntimeEndpoint"),
        configuration.runtimeRequestTimeout());
  }

  private Optional<Path> offered() {
    String listen = flags.criListen;
    if (listen.isEmpty()) {
      return Optional.empty();
    }
    Optional<Path> socket = SocketAddress.path(listen);
    findings.require(socket.isPresent(), LISTEN, "must look like " + SocketAddress.EXAMPLE);
    return socket;
  }

  private Optional<HealthEndpoint> health() {
    int port = configuration.healthzPort();
    findings.between(0, 65535, port, "healthzPort");
    InetAddress address =
        findings.address(configuration.healthzBindAddress(), "healthzBindAddress");
    return port == 0 || address == null
        ? Optional.empty()
        : Optional.of(new HealthEndpoint(address, port));
  }

  private LogSettings log() {
    LoggingConfiguration logging = configuration.logging();
    findings.require(logging.verbosity() >= 0, "logging.verbosity", "must not be negative");
    return new LogSettings(
        findings.choice(LogFormat.class, logging.format(), "logging.format"), logging.verbosity());
  }

  private ImageSettings images() {
    int perSecond = configuration.registryPullQPS();
    int burst = configuration.registryBurst();
    findings.notNegative(perSecond, "registryPullQPS");
    findings.notNegative(burst, "registryBurst");
    return new ImageSettings(
        new PullLimits(imagePullsAtOnce(), perSecond, burst), verification(), providers());
  }

  private CredentialVerification verification() {
    CredentialVerification.Policy policy =
        findings.word(
            CredentialVerification.Policy.class,
            configuration.imagePullCredentialsVerificationPolicy(),
            "imagePullCredentialsVerificationPolicy");
    List<String> allowlist = configuration.preloadedImagesVerificationAllowlist();
    findings.require(
        allowlist.isEmpty()
            || policy == CredentialVerification.Policy.NEVER_VERIFY_ALLOWLISTED_IMAGES,
        "preloadedImagesVerificationAllowlist",
        "can only be set when imagePullCredentialsVerificationPolicy is"
            + " NeverVerifyAllowlistedImages");
    for (String problem : CredentialVerification.problems(allowlist)) {
      findings.add("preloadedImagesVerificationAllowlist", problem);
    }
    return new CredentialVerification(policy, allowlist);
  }

  private Optional<ImageSettings.Providers> providers() {
    Path config = flags.imageCredentialProviderConfig;
    Path programs = flags.imageCredentialProviderBinDir;
    if (config == null || programs == null) {
      findings.require(
          config == null && programs == null,
          config == null
              ? "--image-credential-provider-bin-dir"
              : "--image-credential-provider-config",
          "--image-credential-provider-config and --image-credential-provider-bin-dir need each"
              + " other");
      return Optional.empty();
    }
    for (String error : PluginConfig.load(config, programs).errors()) {
      findings.add("--image-credential-provider-config", error);
    }
    return Optional.of(new ImageSettings.Providers(config, programs));
  }

  private int imagePullsAtOnce() {
    Integer most = configuration.maxParallelImagePulls();
    if (most == null) {
      return configuration.serializeImagePulls() ? 1 : Integer.MAX_VALUE;
    }
    findings.atLeast(1, most, "maxParallelImagePulls");
    findings.require(
        most <= 1 || !configuration.serializeImagePulls(),
        "maxParallelImagePulls",
        "can be more than 1 only when serializeImagePulls is false");
    return most;
  }

  private Map<String, Quantity> reserved(Map<String, String> said, String field) {
    Map<String, Quantity> reserved = new LinkedHashMap<>();
    said.forEach((resource, text) -> {
      String entry = field + "[" + resource + "]";
      if (!RESERVABLE.contains(resource)) {
        findings.add(entry, "only cpu, memory, ephemeral-storage and pid can be reserved");
        return;
      }
      try {
        Quantity amount = Quantity.parse(text);
        findings.require(amount.signum() >= 0, entry, "must not be negative, but is " + text);
        reserved.put(resource, amount);
      } catch (IllegalArgumentException malformed) {
        findings.add(entry, String.valueOf(malformed.getMessage()));
      }
    });
    return reserved;
  }

  private Map<String, String> evictionHard() {
    configuration
        .evictionHard()
        .forEach((signal, threshold) -> {
          String entry = "evictionHard[" + signal + "]";
          findings.require(
              EvictionThreshold.SIGNALS.contains(signal),
              entry,
              "unknown signal; there are "
                  + String.join(", ", EvictionThreshold.SIGNALS.stream().sorted().toList()));
          try {
            EvictionThreshold.parse(threshold);
          } catch (IllegalArgumentException malformed) {
            findings.add(entry, String.valueOf(malformed.getMessage()));
          }
        });
    return configuration.evictionHard();
  }

  private CgroupDriver cgroupDriver() {
    return findings.choice(CgroupDriver.class, configuration.cgroupDriver(), "cgroupDriver");
  }

  private List<String> clusterDns() {
    configuration.clusterDNS().forEach(server -> findings.address(server, "clusterDNS"));
    return configuration.clusterDNS();
  }

  private List<String> unsafeSysctls() {
    for (String pattern : configuration.allowedUnsafeSysctls()) {
      findings.require(
          SYSCTL.matcher(pattern).matches(),
          "allowedUnsafeSysctls",
          "\""
              + pattern
              + "\" must be a sysctl such as kernel.msgmax, or a pattern that ends with *");
    }
    return configuration.allowedUnsafeSysctls();
  }
}
