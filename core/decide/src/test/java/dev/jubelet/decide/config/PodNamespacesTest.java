package dev.jubelet.decide.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.decide.environment.ResolvedValue;
import dev.jubelet.decide.resources.MachineFacts;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.runtime.RuntimeFeatures;
import dev.jubelet.model.runtime.config.IdRange;
import dev.jubelet.model.runtime.config.NamespaceOptions;
import dev.jubelet.model.runtime.config.NamespaceOptions.IdMapping;
import dev.jubelet.model.runtime.config.NamespaceOptions.Mode;
import dev.jubelet.model.runtime.config.NamespaceOptions.UserNamespace;
import dev.jubelet.testkit.Pods;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Users of a pod's own, by what the runtime can do for the handler that the pod asks for. */
class PodNamespacesTest {
  private static final IdRange RANGE = new IdRange(131_072, 65_536);
  private static final MachineFacts MACHINE =
      new MachineFacts(
          true,
          false,
          false,
          true,
          new RuntimeFeatures(
              Map.of(
                  "", new RuntimeFeatures.Handler(true, true),
                  "old", new RuntimeFeatures.Handler(false, false)),
              true),
          List.of(),
          List.of(),
          0);

  private static Pod pod(String spec) {
    return Pods.fromYaml(
        """
        apiVersion: v1
        kind: Pod
        metadata: {name: p, namespace: default, uid: u}
        spec:
          %s
          containers: [{name: c, image: i}]
        """
            .formatted(spec));
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource({"hostPID: false", "hostUsers: true"})
  void aPodThatDoesNotAskHasTheMachines(String spec) {
    assertThat(users(pod(spec), null))
        .isEqualTo(new UserNamespace(Mode.NODE, List.of(), List.of()));
  }

  @Test
  void aPodThatAsksHasItsOwn() {
    List<IdMapping> mapping = List.of(new IdMapping(131_072, 0, 65_536));

    assertThat(users(pod("hostUsers: false"), RANGE))
        .isEqualTo(new UserNamespace(Mode.POD, mapping, mapping));
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      value = {
        "{hostUsers: false, runtimeClassName: old}    | RuntimeClass handler \"old\" does not",
        "{hostUsers: false, runtimeClassName: absent} | RuntimeClass handler \"absent\" does not",
      })
  void aHandlerThatCannotIsToldByName(String spec, String why) {
    String fields = spec.substring(1, spec.length() - 1).replace(", ", "\n  ");

    assertThat(PodNamespaces.of(pod(fields), MACHINE, null))
        .isInstanceOfSatisfying(
            ResolvedValue.Refused.class, refused -> assertThat(refused.why()).contains(why));
  }

  @Test
  void aNodeWithoutUsersForPodsSaysSo() {
    assertThat(PodNamespaces.of(pod("hostUsers: false"), MACHINE, null))
        .isInstanceOf(ResolvedValue.Refused.class);
  }

  private static @Nullable UserNamespace users(Pod pod, @Nullable IdRange range) {
    return switch (PodNamespaces.of(pod, MACHINE, range)) {
      case ResolvedValue.Value(NamespaceOptions options) -> options.user();
      case ResolvedValue.Refused(String why) -> throw new AssertionError(why);
    };
  }
}
