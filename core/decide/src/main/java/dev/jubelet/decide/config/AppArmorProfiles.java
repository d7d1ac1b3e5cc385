package dev.jubelet.decide.config;

import dev.jubelet.decide.environment.ResolvedValue;
import dev.jubelet.model.container.Container;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.runtime.config.SecurityProfile;
import dev.jubelet.model.security.AppArmorProfile;
import dev.jubelet.model.security.AppArmorProfileType;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Which AppArmor profile a container runs under: its own, that of the old annotation, its pod's, or
 * what the runtime chooses.
 */
final class AppArmorProfiles {
  private static final String ANNOTATION = "container.apparmor.security.beta.kubernetes.io/";
  private static final String LOCALHOST = "localhost/";

  private AppArmorProfiles() {}

  static ResolvedValue<Optional<SecurityProfile>> of(Pod pod, Container container) {
    AppArmorProfile profile = profile(pod, container);
    if (profile == null) {
      return ResolvedValue.value(Optional.empty());
    }
    return switch (profile.type()) {
      case UNCONFINED -> ResolvedValue.value(Optional.of(SecurityProfile.UNCONFINED));
      case RUNTIME_DEFAULT -> ResolvedValue.value(Optional.of(SecurityProfile.RUNTIME_DEFAULT));
      case LOCALHOST -> {
        String name = profile.localhostProfile();
        yield name == null
            ? ResolvedValue.refused("missing localhost apparmor profile name")
            : ResolvedValue.value(
                Optional.of(new SecurityProfile(SecurityProfile.Kind.LOCALHOST, name)));
      }
    };
  }

  private static @Nullable AppArmorProfile profile(Pod pod, Container container) {
    AppArmorProfile own = container.security().appArmorProfile();
    if (own != null) {
      return own;
    }
    Optional<AppArmorProfile> old =
        annotated(pod.metadata().annotations().get(ANNOTATION + container.name()));
    return old.isPresent() ? old.get() : pod.spec().security().appArmorProfile();
  }

  private static Optional<AppArmorProfile> annotated(@Nullable String value) {
    if (value == null) {
      return Optional.empty();
    }
    return switch (value) {
      case "runtime/default" ->
          Optional.of(new AppArmorProfile(AppArmorProfileType.RUNTIME_DEFAULT, null));
      case "unconfined" -> Optional.of(new AppArmorProfile(AppArmorProfileType.UNCONFINED, null));
      default ->
          value.startsWith(LOCALHOST)
              ? Optional.of(
                  new AppArmorProfile(
                      AppArmorProfileType.LOCALHOST, value.substring(LOCALHOST.length())))
              : Optional.empty();
    };
  }
}
