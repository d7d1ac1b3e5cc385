package dev.jubelet.decide.status;

import dev.jubelet.decide.environment.PodFields;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.runtime.ObservedSandbox;
import dev.jubelet.model.runtime.PodObservation;
import dev.jubelet.model.status.HostIp;
import dev.jubelet.model.status.PodIp;
import java.util.List;

/** The addresses of the node and of the pod: one of each family, the node's family first. */
public final class PodAddresses {
  private PodAddresses() {}

  /** Where the pod can be reached now, or nothing while it cannot. */
  public static String first(Pod pod, PodObservation observed, List<String> hostIps) {
    List<String> own = own(observed, hostIps);
    if (!own.isEmpty()) {
      return own.getFirst();
    }
    return pod.spec().hostNetwork() && !hostIps.isEmpty() ? hostIps.getFirst() : "";
  }

  static List<HostIp> hosts(StatusInput input) {
    return input.basics().hostIps().stream().limit(2).map(HostIp::new).toList();
  }

  static List<PodIp> pods(StatusInput input) {
    List<String> own = own(input.observed(), input.basics().hostIps());
    if (!own.isEmpty() || input.pod().spec().hostNetwork()) {
      return PodFields.podIps(input.pod(), own, input.basics().hostIps()).stream()
          .map(PodIp::new)
          .toList();
    }
    // An ended sandbox has given its address back, yet people look for it in the logs.
    boolean over = !input.alive() || !input.observed().sandboxes().isEmpty();
    boolean ready = input.observed().sandboxes().stream().anyMatch(ObservedSandbox::ready);
    return over && !ready ? input.previous().podIPs() : List.of();
  }

  private static List<String> own(PodObservation observed, List<String> hostIps) {
    List<String> ips =
        observed
            .newestSandbox()
            .filter(ObservedSandbox::ready)
            .map(ObservedSandbox::ips)
            .orElse(List.of());
    return PodFields.onePerFamily(ips.stream().filter(ip -> !ip.isEmpty()).toList(), hostIps);
  }
}
