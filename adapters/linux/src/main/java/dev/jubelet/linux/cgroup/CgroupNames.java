package dev.jubelet.linux.cgroup;

import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.runtime.config.CgroupDriver;
import dev.jubelet.model.status.QosClass;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Where cgroups of pods are, relative to the mount of a hierarchy. The Kubernetes layout: {@code
 * kubepods/burstable/pod<uid>}, or as nested systemd slices, in which a hyphen separates levels and
 * therefore a hyphen inside a name becomes an underscore.
 */
public record CgroupNames(CgroupDriver driver, List<String> root) {
  private static final String TOP = "kubepods";
  private static final String POD = "pod";
  private static final String SLICE = ".slice";
  // An underscore could not be told from a hyphen after the change to slices and back.
  private static final Pattern PART = Pattern.compile("[A-Za-z0-9.:-]{1,200}");

  public CgroupNames {
    root = List.copyOf(root);
  }

  /**
   * @param cgroupRoot a path in the cgroup tree: "", "/" or "/some/where"
   */
  public static CgroupNames of(CgroupDriver driver, String cgroupRoot) {
    List<String> parts =
        Arrays.stream(cgroupRoot.split("/", -1)).filter(part -> !part.isEmpty()).toList();
    parts.forEach(CgroupNames::check);
    return new CgroupNames(driver, parts);
  }

  /** The cgroup above all pods. */
  public String top() {
    return path(TOP);
  }

  public String qos(QosClass qos) {
    return switch (qos) {
      case GUARANTEED -> top();
      case BURSTABLE -> path(TOP, "burstable");
      case BEST_EFFORT -> path(TOP, "besteffort");
    };
  }

  public String pod(QosClass qos, PodUid uid) {
    String name = check(POD + uid.value());
    return switch (qos) {
      case GUARANTEED -> path(TOP, name);
      case BURSTABLE -> path(TOP, "burstable", name);
      case BEST_EFFORT -> path(TOP, "besteffort", name);
    };
  }

  /** The pod whose cgroup is this directory directly below its QoS class; empty for others. */
  public Optional<PodUid> podOf(String directory) {
    String name = directory;
    if (driver == CgroupDriver.SYSTEMD) {
      if (!directory.endsWith(SLICE)) {
        return Optional.empty();
      }
      String slice = directory.substring(0, directory.length() - SLICE.length());
      name = slice.substring(slice.lastIndexOf('-') + 1).replace('_', '-');
    }
    boolean pod =
        name.startsWith(POD) && name.length() > POD.length() && PART.matcher(name).matches();
    return pod ? Optional.of(new PodUid(name.substring(POD.length()))) : Optional.empty();
  }

  private String path(String... below) {
    List<String> parts = new ArrayList<>(root);
    parts.addAll(List.of(below));
    return switch (driver) {
      case CGROUPFS -> String.join("/", parts);
      case SYSTEMD -> slices(parts);
    };
  }

  private static String slices(List<String> parts) {
    List<String> nested = new ArrayList<>();
    String prefix = "";
    for (String part : parts) {
      prefix += (prefix.isEmpty() ? "" : "-") + part.replace('-', '_');
      nested.add(prefix + SLICE);
    }
    return String.join("/", nested);
  }

  private static String check(String part) {
    if (!PART.matcher(part).matches() || part.equals(".") || part.equals("..")) {
      throw new IllegalArgumentException("not usable as the name of a cgroup: \"" + part + "\"");
    }
    return part;
  }
}
