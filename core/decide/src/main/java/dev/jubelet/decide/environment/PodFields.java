package dev.jubelet.decide.environment;

import dev.jubelet.model.container.env.ObjectFieldSelector;
import dev.jubelet.model.pod.Pod;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The fields of a pod that a container may read of itself ({@code fieldRef}). */
public final class PodFields {
  private static final Pattern SUBSCRIPTED = Pattern.compile("(.+?)\\['(.*)'\\]", Pattern.DOTALL);
  // [prefix/]name, as Kubernetes lets labels and annotations be called.
  private static final Pattern QUALIFIED =
      Pattern.compile(
          "(?:[a-z0-9](?:[-a-z0-9.]{0,251}[a-z0-9])?/)?"
              + "[A-Za-z0-9](?:[-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?");

  private PodFields() {}

  public static ResolvedValue<String> of(
      ObjectFieldSelector field, Pod pod, EnvironmentInputs inputs) {
    String version = field.apiVersion();
    if (!version.isEmpty() && !version.equals("v1")) {
      return ResolvedValue.refused("unsupported pod version: " + version);
    }
    Matcher subscripted = SUBSCRIPTED.matcher(field.fieldPath());
    return subscripted.matches()
        ? entry(field.fieldPath(), subscripted.group(1), subscripted.group(2), pod)
        : plain(field.fieldPath(), pod, inputs);
  }

  private static ResolvedValue<String> entry(String whole, String path, String key, Pod pod) {
    return switch (path) {
      case "metadata.labels" ->
          named(whole, key, Optional.ofNullable(pod.metadata().labels().get(key)));
      case "metadata.annotations" ->
          named(
              whole,
              key.toLowerCase(Locale.ROOT),
              Optional.ofNullable(pod.metadata().annotations().get(key)));
      default -> ResolvedValue.refused("field label does not support subscript: " + whole);
    };
  }

  /** An entry that the pod does not have reads as nothing; only an impossible key is an error. */
  private static ResolvedValue<String> named(String whole, String key, Optional<String> value) {
    if (!QUALIFIED.matcher(key).matches()) {
      return ResolvedValue.refused("invalid key subscript in " + whole);
    }
    return ResolvedValue.value(value.orElse(""));
  }

  private static ResolvedValue<String> plain(String path, Pod pod, EnvironmentInputs inputs) {
    return switch (path) {
      case "metadata.name" -> ResolvedValue.value(pod.metadata().name());
      case "metadata.namespace" -> ResolvedValue.value(pod.metadata().namespace());
      case "metadata.uid" -> ResolvedValue.value(pod.metadata().uid());
      case "metadata.labels" -> ResolvedValue.value(QuotedMap.of(pod.metadata().labels()));
      case "metadata.annotations" ->
          ResolvedValue.value(QuotedMap.of(pod.metadata().annotations()));
      case "spec.nodeName", "spec.host" -> ResolvedValue.value(pod.spec().nodeName());
      case "spec.serviceAccountName" -> ResolvedValue.value(pod.spec().serviceAccountName());
      case "status.hostIP" -> hostIps(inputs).map(List::getFirst);
      case "status.hostIPs" -> hostIps(inputs).map(ips -> String.join(",", ips));
      case "status.podIP" ->
          ResolvedValue.value(podIps(pod, inputs).stream().findFirst().orElse(""));
      case "status.podIPs" -> ResolvedValue.value(String.join(",", podIps(pod, inputs)));
      case "spec.restartPolicy", "spec.schedulerName", "status.phase" ->
          ResolvedValue.refused("unsupported fieldPath: " + path);
      default -> ResolvedValue.refused("field label not supported: " + path);
    };
  }

  private static ResolvedValue<List<String>> hostIps(EnvironmentInputs inputs) {
    return inputs.hostIps().isEmpty()
        ? ResolvedValue.refused("host IP unknown")
        : ResolvedValue.value(inputs.hostIps());
  }

  private static List<String> podIps(Pod pod, EnvironmentInputs inputs) {
    return podIps(pod, inputs.podIps(), inputs.hostIps());
  }

  /**
   * The addresses of a pod: those of its sandbox, or the node's in a pod on the node's network.
   *
   * @param own those of its sandbox
   */
  public static List<String> podIps(Pod pod, List<String> own, List<String> hostIps) {
    List<String> ips = onePerFamily(own, hostIps);
    return ips.isEmpty() && pod.spec().hostNetwork() ? hostNetwork(hostIps) : ips;
  }

  /** The node's first address, and its second if that is of the other family. */
  private static List<String> hostNetwork(List<String> hostIps) {
    boolean both = hostIps.size() > 1 && isSix(hostIps.get(0)) != isSix(hostIps.get(1));
    return hostIps.stream().limit(both ? 2 : 1).toList();
  }

  /** One address of each family, that of the node's first address first. */
  public static List<String> onePerFamily(List<String> podIps, List<String> hostIps) {
    boolean six = !hostIps.isEmpty() && isSix(hostIps.getFirst());
    List<String> sorted = new ArrayList<>();
    podIps.stream().filter(ip -> isSix(ip) == six).findFirst().ifPresent(sorted::add);
    podIps.stream().filter(ip -> isSix(ip) != six).findFirst().ifPresent(sorted::add);
    return sorted;
  }

  public static boolean isSix(String ip) {
    return ip.contains(":");
  }
}
