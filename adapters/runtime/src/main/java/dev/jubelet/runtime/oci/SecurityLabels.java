package dev.jubelet.runtime.oci;

import dev.jubelet.model.runtime.config.SecurityProfile;
import dev.jubelet.model.security.SelinuxOptions;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import dev.jubelet.runtime.oci.input.HostFacts;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What security modules call a container.
 *
 * @param process SELinux's name for its processes, empty for none
 * @param files SELinux's name for its files
 * @param appArmor the profile, empty for none
 */
record SecurityLabels(String process, String files, String appArmor) {
  /**
   * @param podLevel SELinux's categories of the pod, for containers that name none
   */
  static SecurityLabels of(
      @Nullable SelinuxOptions selinux,
      @Nullable SecurityProfile appArmor,
      boolean privileged,
      String podLevel,
      HostFacts machine,
      List<String> notes) {
    String profile = appArmor(appArmor, privileged, machine, notes);
    if (!machine.security().selinux() || privileged) {
      return new SecurityLabels("", "", profile);
    }
    SelinuxOptions options = selinux == null ? new SelinuxOptions("", "", "", "") : selinux;
    String user = or(options.user(), "system_u");
    String level = or(options.level(), podLevel);
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

  private static String or(String value, String otherwise) {
    return value.isEmpty() ? otherwise : value;
  }
}
