package dev.jubelet.decide.admission;

import dev.jubelet.model.node.NodeFacts;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.pod.PodSpec;
import dev.jubelet.model.security.AppArmorProfile;
import dev.jubelet.model.security.AppArmorProfileType;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A pod that asks for an AppArmor profile, be it the runtime's own, runs only where the kernel
 * holds it to one. Whether a profile of the node is loaded shows when a container is made with it.
 */
public final class AppArmorRule implements AdmissionRule {
  private static final String ANNOTATION = "container.apparmor.security.beta.kubernetes.io/";
  private static final String LOCALHOST = "localhost/";

  private final boolean enabled;

  public AppArmorRule(boolean enabled) {
    this.enabled = enabled;
  }

  @Override
  public AdmissionVerdict judge(Pod candidate, List<Pod> admitted, NodeFacts node) {
    boolean asks =
        profiles(candidate.spec())
                .anyMatch(profile -> profile.type() != AppArmorProfileType.UNCONFINED)
            || annotations(candidate).anyMatch(value -> !value.equals("unconfined"));
    if (!asks) {
      return AdmissionVerdict.ADMITTED;
    }
    if (!enabled) {
      return rejected("AppArmor is not enabled on the host");
    }
    boolean nameless =
        profiles(candidate.spec()).anyMatch(AppArmorRule::nameless)
            || annotations(candidate).anyMatch(LOCALHOST::equals);
    return nameless
        ? rejected("a profile of type Localhost has no name")
        : AdmissionVerdict.ADMITTED;
  }

  private static boolean nameless(AppArmorProfile profile) {
    String name = profile.localhostProfile();
    return profile.type() == AppArmorProfileType.LOCALHOST && (name == null || name.isBlank());
  }

  private static Stream<AppArmorProfile> profiles(PodSpec spec) {
    return Stream.concat(
        Stream.ofNullable(spec.security().appArmorProfile()),
        spec.allContainers().flatMap(c -> Stream.ofNullable(c.security().appArmorProfile())));
  }

  private static Stream<String> annotations(Pod pod) {
    return pod.metadata().annotations().entrySet().stream()
        .filter(entry -> entry.getKey().startsWith(ANNOTATION))
        .map(Map.Entry::getValue);
  }

  private static AdmissionVerdict rejected(String why) {
    return new AdmissionVerdict.Rejected("AppArmor", "Cannot enforce AppArmor: " + why);
  }
}
