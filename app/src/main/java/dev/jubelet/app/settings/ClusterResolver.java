package dev.jubelet.app.settings;

import dev.jubelet.app.settings.kubelet.KubeletConfiguration;
import dev.jubelet.app.settings.node.ClusterSettings;
import dev.jubelet.model.scheduling.Taint;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** What flags and configuration say about the cluster that a node joins, checked. */
record ClusterResolver(
    KubeletConfiguration configuration, KubeletFlags flags, ConfigurationErrors findings) {
  /** Kubernetes: of its own labels, those that a node may give itself. */
  private static final Set<String> OWN_LABELS =
      Set.of(
          "kubernetes.io/hostname",
          "kubernetes.io/os",
          "kubernetes.io/arch",
          "beta.kubernetes.io/os",
          "beta.kubernetes.io/arch",
          "beta.kubernetes.io/instance-type",
          "node.kubernetes.io/instance-type",
          "topology.kubernetes.io/region",
          "topology.kubernetes.io/zone",
          "failure-domain.beta.kubernetes.io/region",
          "failure-domain.beta.kubernetes.io/zone");

  private static final List<String> OWN_DOMAINS =
      List.of("kubelet.kubernetes.io", "node.kubernetes.io");

  private static final Pattern WORD =
      Pattern.compile("[A-Za-z0-9]([A-Za-z0-9._-]{0,61}[A-Za-z0-9])?");
  private static final Pattern DOMAIN = Pattern.compile("[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?");
  private static final String LABELS = "--node-labels";

  Optional<ClusterSettings> cluster() {
    Path kubeconfig = flags.kubeconfig;
    Path bootstrap = flags.bootstrapKubeconfig;
    if (kubeconfig == null) {
      findings.require(
          bootstrap == null,
          "--bootstrap-kubeconfig",
          "needs --kubeconfig, where the credentials are written that it is used to ask for");
      return Optional.empty();
    }
    findings.notNegative(configuration.kubeAPIQPS(), "kubeAPIQPS");
    findings.notNegative(configuration.kubeAPIBurst(), "kubeAPIBurst");
    checkReports();
    Path certificates = flags.certDir;
    return Optional.of(
        new ClusterSettings(
            absolute(kubeconfig),
            Optional.ofNullable(bootstrap).map(ClusterResolver::absolute),
            absolute(certificates == null ? flags.rootDir.resolve("pki") : certificates),
            configuration.rotateCertificates(),
            configuration.kubeAPIQPS(),
            configuration.kubeAPIBurst()));
  }

  /** How the node is shown there. */
  private void checkReports() {
    findings.require(
        configuration.nodeLeaseDurationSeconds() > 0,
        "nodeLeaseDurationSeconds",
        "must be positive, but is " + configuration.nodeLeaseDurationSeconds());
    findings.require(
        configuration.nodeStatusMaxImages() >= -1,
        "nodeStatusMaxImages",
        "must be -1 for all or a count, but is " + configuration.nodeStatusMaxImages());
    findings.notNegative(configuration.eventRecordQPS(), "eventRecordQPS");
    findings.notNegative(configuration.eventBurst(), "eventBurst");
    findings.require(
        configuration.nodeStatusReportFrequency().isPositive(),
        "nodeStatusReportFrequency",
        "must be positive, but is " + configuration.nodeStatusReportFrequency());
  }

  private static Path absolute(Path path) {
    return path.toAbsolutePath().normalize();
  }

  Map<String, String> labels() {
    Map<String, String> labels = new LinkedHashMap<>();
    for (String each : flags.nodeLabels.split(",", -1)) {
      String label = each.strip();
      int equals = label.indexOf('=');
      if (label.isEmpty()) {
        continue;
      }
      if (equals < 1) {
        findings.add(LABELS, "labels must look like KEY=VALUE, but one is \"" + label + "\"");
        continue;
      }
      String key = label.substring(0, equals).strip();
      String value = label.substring(equals + 1).strip();
      checkKey(key, LABELS);
      findings.require(
          value.isEmpty() || WORD.matcher(value).matches(),
          LABELS,
          "\"" + value + "\" cannot be the value of a label");
      checkOwner(key);
      labels.put(key, value);
    }
    return labels;
  }

  private void checkKey(String key, String field) {
    int slash = key.indexOf('/');
    boolean good =
        WORD.matcher(key.substring(slash + 1)).matches()
            && (slash < 0 || DOMAIN.matcher(key.substring(0, slash)).matches());
    findings.require(good, field, "\"" + key + "\" cannot be the name of a label or taint");
  }

  private void checkOwner(String key) {
    String domain = key.substring(0, Math.max(0, key.indexOf('/')));
    boolean kubernetes = beneath(domain, "kubernetes.io") || beneath(domain, "k8s.io");
    boolean allowed =
        OWN_LABELS.contains(key) || OWN_DOMAINS.stream().anyMatch(own -> beneath(domain, own));
    findings.require(
        !kubernetes || allowed,
        LABELS,
        "a node may not give itself the label \""
            + key
            + "\"; of those of Kubernetes it may have "
            + String.join(", ", OWN_DOMAINS)
            + " and a few others");
  }

  private static boolean beneath(String domain, String parent) {
    return domain.equals(parent) || domain.endsWith("." + parent);
  }

  List<Taint> taints() {
    List<Taint> taints = new ArrayList<>();
    for (KubeletConfiguration.NodeTaint taint : configuration.registerWithTaints()) {
      checkKey(taint.key(), "registerWithTaints");
      findings.require(
          taint.effect() != null,
          "registerWithTaints",
          "the taint \"" + taint.key() + "\" needs an effect");
      taints.add(new Taint(taint.key(), taint.value(), taint.effect(), taint.timeAdded()));
    }
    return taints;
  }
}
