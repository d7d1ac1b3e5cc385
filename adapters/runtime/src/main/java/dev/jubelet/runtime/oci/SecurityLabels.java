package dev.jubelet.runtime.oci;

import dev.jubelet.model.runtime.config.SecurityProfile;
import dev.jubelet.model.security.SelinuxOptions;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import dev.jubelet.runtime.oci.input.HostFacts;
import java.util.List;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * What security modules call a container.
 *
 * @param process SELinux's name for its processes, empty for none
 * @param files SELinux's name for its files
 * @param appArmor the profile, empty for none
 */
record SecurityLabels(String process, String files, String appArmor) {
  private static final int CATEGORIES = 1024;

  static SecurityLabels of(
      @Nullable SelinuxOptions selinux,
      @Nullable SecurityProfile appArmor,
      boolean privileged,
      String podUid,
      HostFacts machine,
      List<String> notes) {
    String profile = appArmor(appArmor, privileged, machine, notes);
    if (!machine.security().selinux() || privileged) {
      return new SecurityLabels("", "", profile);
    }
    SelinuxOptions options = selinux == null ? new SelinuxOptions("", "", "", "") : selinux;
    String user = or(options.user(), "system_u");
    String level = or(options.level(), level(podUid));
    return new SecurityLabels(
        String.join(
            ":", user, or(options.role(), "system_r"), or(options.type(), "container_t"), level),
        String.join(":", user, "object_r", "container_file_t", level),
        profile);
  }

  /** Kubernetes: who says nothing gets the default one; who is privileged is not confined. */
  private static String appArmor(
      @Nullable SecurityProfile profile,
      boolean privileged,
      HostFacts machine,
      List<String> notes) {
    SecurityProfile wanted = profile == null ? SecurityProfile.RUNTIME_DEFAULT : profile;
    return switch (wanted.kind()) {
      case UNCONFINED -> "";
      case LOCALHOST -> {
        if (!machine.security().appArmor()) {
          throw new OutsideFailure(
              FailureKind.BAD_SPEC,
              "AppArmor profile " + wanted.localhostRef() + ": the node has no AppArmor");
        }
        String name = wanted.localhostRef();
        yield name.startsWith("localhost/") ? name.substring("localhost/".length()) : name;
      }
      case RUNTIME_DEFAULT -> {
        String usual = privileged ? "" : machine.security().appArmorDefault();
        if (!privileged && machine.security().appArmor() && usual.isEmpty()) {
          notes.add("AppArmor does not confine containers: no default profile is loaded");
        }
        yield usual;
      }
    };
  }

  /** Two categories by the pod's uid: the same for all its containers, over all their restarts. */
  private static String level(String podUid) {
    CRC32 sum = new CRC32();
    sum.update(podUid.getBytes(java.nio.charset.StandardCharsets.UTF_8));
    int first = (int) (sum.getValue() % CATEGORIES);
    int second = (int) (sum.getValue() / CATEGORIES % (CATEGORIES - 1));
    second = second >= first ? second + 1 : second;
    return "s0:c" + Math.min(first, second) + ",c" + Math.max(first, second);
  }

  private static String or(String value, String otherwise) {
    return value.isEmpty() ? otherwise : value;
  }
}
