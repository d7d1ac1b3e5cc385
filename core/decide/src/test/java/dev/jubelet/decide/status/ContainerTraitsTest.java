package dev.jubelet.decide.status;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.model.runtime.ContainerCondition;
import dev.jubelet.model.runtime.ObservedContainer;
import dev.jubelet.model.runtime.ObservedContainerBuilder;
import dev.jubelet.model.status.ContainerUser;
import dev.jubelet.model.status.LinuxContainerUser;
import dev.jubelet.testkit.Pods;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a container has and who it is, as its status shows it. */
class ContainerTraitsTest {
  private static final LinuxContainerUser USER = new LinuxContainerUser(1000, 50, List.of(50L, 7L));

  private static ObservedContainer running(int attempt) {
    return Scene.instance("a", attempt, new ContainerCondition.Running(Scene.START));
  }

  private static ObservedContainer runningAs(int attempt, LinuxContainerUser user) {
    return ObservedContainerBuilder.builder(running(attempt)).user(user).build();
  }

  @ParameterizedTest(name = "{0}, supported {1}: {2}")
  @CsvSource({
    "Enabled,    true,  Enabled",
    "IfPossible, true,  Enabled",
    "IfPossible, false, Disabled",
    "Disabled,   true,  Disabled",
  })
  void recursiveReadOnlyIsShownAsItIsInForce(String asked, boolean supported, String shown) {
    Scene scene =
        Scene.of(
            Pods.fromYaml(
                """
                apiVersion: v1
                kind: Pod
                metadata: {name: p, uid: uid-1}
                spec:
                  volumes: [{name: v, emptyDir: {}}]
                  containers:
                  - name: a
                    image: i
                    volumeMounts:
                    - {name: v, mountPath: /v, readOnly: true, recursiveReadOnly: %s}
                """
                    .formatted(asked)));
    Scene seen = (supported ? scene.recursiveReadOnlyMounts() : scene).sees("a:running");
    assertThat(
            requireNonNull(seen.container("a").volumeMounts().getFirst().recursiveReadOnly())
                .wire())
        .isEqualTo(shown);
  }

  @Test
  void userIsWhomTheRuntimeNames() {
    Scene scene = Scene.of("Always", "", "a:running").sees(runningAs(0, USER));
    assertThat(scene.container("a").user()).isEqualTo(new ContainerUser(USER));
  }

  @Test
  void userIsKeptWhenTheRuntimeDoesNotNameItAgain() {
    Scene scene = Scene.of("Always", "", "a:running").sees(runningAs(0, USER)).published();
    assertThat(scene.sees(running(0)).container("a").user()).isEqualTo(new ContainerUser(USER));
  }

  @Test
  void nextInstanceMayBeAnotherUser() {
    Scene scene = Scene.of("Always", "", "a:running").sees(runningAs(0, USER)).published();
    assertThat(scene.sees(running(1)).container("a").user()).isNull();
  }
}
