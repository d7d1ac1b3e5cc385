package dev.jubelet.decide.config;

import dev.jubelet.decide.environment.ResolvedValue;
import dev.jubelet.model.container.Container;
import dev.jubelet.model.node.NodeSettings;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.runtime.config.SecurityProfile;
import dev.jubelet.model.security.SeccompProfile;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which system calls a container may make: by its own profile, its pod's, or the node's default.
 */
final class SeccompProfiles {
  private SeccompProfiles() {}

  static ResolvedValue<SecurityProfile> of(Pod pod, Container container, NodeSettings settings) {
    SeccompProfile profile = profile(pod, container);
    if (profile == null) {
      return ResolvedValue.value(
          settings.seccompDefault() ? SecurityProfile.RUNTIME_DEFAULT : SecurityProfile.UNCONFINED);
    }
    return switch (profile.type()) {
      case UNCONFINED -> ResolvedValue.value(SecurityProfile.UNCONFINED);
      case RUNTIME_DEFAULT -> ResolvedValue.value(SecurityProfile.RUNTIME_DEFAULT);
      case LOCALHOST -> localhost(profile, settings);
    };
  }

  private static @Nullable SeccompProfile profile(Pod pod, Container container) {
    SeccompProfile own = container.security().seccompProfile();
    return own != null ? own : pod.spec().security().seccompProfile();
  }

  /** Profiles of the node live below its root directory, and nowhere else. */
  static ResolvedValue<SecurityProfile> localhost(SeccompProfile wanted, NodeSettings settings) {
    String profile = wanted.localhostProfile();
    if (profile == null || profile.isEmpty()) {
      return ResolvedValue.refused(
          "localhostProfile must be set if seccompProfile type is Localhost.");
    }
    if (profile.startsWith("/") || List.of(profile.split("/", -1)).contains("..")) {
      return ResolvedValue.refused(
          "localhostProfile must be a path below the node's seccomp directory");
    }
    String root = settings.rootDirectory();
    String directory = root.endsWith("/") ? root + "seccomp/" : root + "/seccomp/";
    return ResolvedValue.value(
        new SecurityProfile(SecurityProfile.Kind.LOCALHOST, directory + profile));
  }
}
