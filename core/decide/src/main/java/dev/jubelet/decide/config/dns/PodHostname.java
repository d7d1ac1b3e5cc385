package dev.jubelet.decide.config.dns;

import dev.jubelet.decide.environment.ResolvedValue;
import dev.jubelet.model.node.NodeSettings;
import dev.jubelet.model.pod.Pod;
import java.util.regex.Pattern;

/**
 * What a pod calls itself.
 *
 * @param shortName without a domain, at most 63 characters
 * @param domain of the service that its subdomain names; empty when it has none
 */
public record PodHostname(String shortName, String domain) {
  private static final int SHORT_NAME_MAX = 63;
  private static final int SUBDOMAIN_MAX = 253;
  // Linux keeps 64 characters of a node name.
  private static final int KERNEL_MAX = 64;
  private static final Pattern LABEL = Pattern.compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?");
  private static final Pattern SUBDOMAIN =
      Pattern.compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*");

  public static ResolvedValue<PodHostname> of(Pod pod, NodeSettings settings) {
    String override = pod.spec().hostnameOverride();
    if (override != null) {
      if (override.length() > SUBDOMAIN_MAX || !SUBDOMAIN.matcher(override).matches()) {
        return refused("HostnameOverride", override, "subdomain");
      }
      return ResolvedValue.value(new PodHostname(cut(override), ""));
    }
    String hostname = pod.spec().hostname();
    if (!hostname.isEmpty() && !isLabel(hostname)) {
      return refused("Hostname", hostname, "label");
    }
    String subdomain = pod.spec().subdomain();
    if (!subdomain.isEmpty() && !isLabel(subdomain)) {
      return refused("Subdomain", subdomain, "label");
    }
    String domain =
        subdomain.isEmpty()
            ? ""
            : subdomain + "." + pod.metadata().namespace() + ".svc." + settings.dns().domain();
    return ResolvedValue.value(
        new PodHostname(cut(hostname.isEmpty() ? pod.metadata().name() : hostname), domain));
  }

  /** What {@code hostname} answers in the pod: short, or in full where the pod asks for it. */
  public ResolvedValue<String> forKernel(boolean inFull) {
    if (!inFull || domain.isEmpty()) {
      return ResolvedValue.value(shortName);
    }
    String full = shortName + "." + domain;
    if (full.length() > KERNEL_MAX) {
      return ResolvedValue.refused(
          "failed to construct FQDN from pod hostname and cluster domain, FQDN "
              + full
              + " is too long ("
              + KERNEL_MAX
              + " characters is the max, "
              + full.length()
              + " characters requested)");
    }
    return ResolvedValue.value(full);
  }

  private static boolean isLabel(String text) {
    return text.length() <= SHORT_NAME_MAX && LABEL.matcher(text).matches();
  }

  private static ResolvedValue<PodHostname> refused(String field, String value, String kind) {
    return ResolvedValue.refused("pod " + field + " \"" + value + "\" is not a valid DNS " + kind);
  }

  /** A cut must not leave a dash or dot at the end. */
  private static String cut(String name) {
    if (name.length() <= SHORT_NAME_MAX) {
      return name;
    }
    int end = SHORT_NAME_MAX;
    while (end > 1 && (name.charAt(end - 1) == '-' || name.charAt(end - 1) == '.')) {
      end--;
    }
    return name.substring(0, end);
  }
}
