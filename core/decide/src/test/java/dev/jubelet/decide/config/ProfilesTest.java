package dev.jubelet.decide.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.decide.environment.ResolvedValue;
import dev.jubelet.decide.resources.Nodes;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.runtime.config.SecurityProfile;
import dev.jubelet.model.security.SeccompProfile;
import dev.jubelet.model.security.SeccompProfileType;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProfilesTest {
  @ParameterizedTest
  @CsvSource({
    "'', '', false, UNCONFINED, ''",
    "'', '', true, RUNTIME_DEFAULT, ''",
    "'', 'type: RuntimeDefault', false, RUNTIME_DEFAULT, ''",
    "'', 'type: Unconfined', true, UNCONFINED, ''",
    "'type: Unconfined', 'type: RuntimeDefault', true, UNCONFINED, ''",
    "'type: RuntimeDefault', 'type: Unconfined', false, RUNTIME_DEFAULT, ''",
    "'type: Localhost, localhostProfile: a/b.json', '', false, LOCALHOST,"
        + " /var/lib/kubelet/seccomp/a/b.json",
  })
  void choosesSeccomp(
      String own, String outer, boolean byDefault, SecurityProfile.Kind kind, String ref) {
    Pod pod = pod("seccompProfile", own, outer);
    assertThat(
            SeccompProfiles.of(
                pod,
                pod.spec().containers().getFirst(),
                byDefault ? Nodes.seccompDefault() : Nodes.plain()))
        .isEqualTo(ResolvedValue.value(new SecurityProfile(kind, ref)));
  }

  @ParameterizedTest
  @CsvSource({"/etc/x", "../x", "a/../../x"})
  void keepsSeccompProfilesInTheirDirectory(String profile) {
    assertThat(seccomp(profile)).isInstanceOf(ResolvedValue.Refused.class);
  }

  @Test
  void refusesASeccompProfileWithoutName() {
    assertThat(seccomp(""))
        .isEqualTo(
            ResolvedValue.refused(
                "localhostProfile must be set if seccompProfile type is Localhost."));
  }

  @ParameterizedTest
  @CsvSource({
    "'', 'type: RuntimeDefault', RUNTIME_DEFAULT, ''",
    "'type: Unconfined', 'type: RuntimeDefault', UNCONFINED, ''",
    "'type: Localhost, localhostProfile: mine', '', LOCALHOST, mine",
  })
  void choosesAppArmor(String own, String outer, SecurityProfile.Kind kind, String ref) {
    assertThat(appArmor(pod("appArmorProfile", own, outer)))
        .isEqualTo(ResolvedValue.value(Optional.of(new SecurityProfile(kind, ref))));
  }

  @ParameterizedTest
  @CsvSource({
    "runtime/default, RUNTIME_DEFAULT, ''",
    "unconfined, UNCONFINED, ''",
    "localhost/mine, LOCALHOST, mine",
    "nonsense, LOCALHOST, outer",
  })
  void readsTheOldAppArmorAnnotationBeforeThePodsProfile(
      String value, SecurityProfile.Kind kind, String ref) {
    Pod pod = pod("appArmorProfile", "", "type: Localhost, localhostProfile: outer");
    Pod annotated =
        pod.withMetadata(
            pod.metadata()
                .withAnnotations(
                    Map.of("container.apparmor.security.beta.kubernetes.io/main", value)));
    assertThat(appArmor(annotated))
        .isEqualTo(ResolvedValue.value(Optional.of(new SecurityProfile(kind, ref))));
  }

  @Test
  void leavesAppArmorToTheRuntimeOtherwise() {
    assertThat(appArmor(Containers.pod("", ""))).isEqualTo(ResolvedValue.value(Optional.empty()));
  }

  private static ResolvedValue<SecurityProfile> seccomp(String profile) {
    return SeccompProfiles.localhost(
        new SeccompProfile(SeccompProfileType.LOCALHOST, profile), Nodes.plain());
  }

  private static ResolvedValue<Optional<SecurityProfile>> appArmor(Pod pod) {
    return AppArmorProfiles.of(pod, pod.spec().containers().getFirst());
  }

  private static Pod pod(String field, String own, String outer) {
    return Containers.pod(context(field, own), context(field, outer));
  }

  private static String context(String field, String profile) {
    return profile.isEmpty() ? "" : "securityContext: {" + field + ": {" + profile + "}}";
  }
}
