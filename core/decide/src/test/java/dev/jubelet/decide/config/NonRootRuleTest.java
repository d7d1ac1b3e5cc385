package dev.jubelet.decide.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.decide.environment.ResolvedValue;
import dev.jubelet.decide.resources.Nodes;
import dev.jubelet.model.pod.Pod;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NonRootRuleTest {
  private static final String WHO = " (pod: \"web_shop(u-1)\", container: main)";

  @ParameterizedTest
  @CsvSource({
    "'runAsNonRoot: true', '', , '', container has runAsNonRoot and image will run as root",
    "'runAsNonRoot: true', '', 0, '', container has runAsNonRoot and image will run as root",
    "'', 'runAsNonRoot: true', 0, '', container has runAsNonRoot and image will run as root",
    "'runAsNonRoot: true', '', , nginx,"
        + " 'container has runAsNonRoot and image has non-numeric user (nginx), cannot verify user"
        + " is non-root'",
    "'runAsNonRoot: true', 'runAsUser: 0', 5, '', container's runAsUser breaks non-root policy",
    "'runAsNonRoot: true', '', 4294967296, '', 'container has runAsNonRoot and image has an invalid"
        + " user id (4294967296). (Must be 1-(2147483647)): must be between 0 and 2147483647,"
        + " inclusive'",
  })
  void refusesRoot(
      String own, String outer, @Nullable Long imageUid, String imageUser, String why) {
    assertThat(Containers.refusal(pod(own, outer), context(imageUid, imageUser)))
        .isEqualTo("" + why + WHO);
  }

  @ParameterizedTest
  @CsvSource({
    "'', '', 0, ''",
    "'runAsNonRoot: false', 'runAsNonRoot: true', 0, ''",
    "'runAsNonRoot: true', '', 1001, ''",
    "'runAsNonRoot: true, runAsUser: 7', '', , nginx",
    "'runAsNonRoot: true', 'runAsUser: 7', 0, ''",
  })
  void letsOthersRun(String own, String outer, @Nullable Long imageUid, String imageUser) {
    assertThat(Containers.outcome(pod(own, outer), context(imageUid, imageUser)))
        .isInstanceOf(ResolvedValue.Value.class);
  }

  private static ContainerContext context(@Nullable Long uid, String user) {
    return Containers.context(Nodes.plain(), Nodes.UNIFIED, Containers.image(uid, user));
  }

  private static Pod pod(String own, String outer) {
    return Containers.pod(
        own.isEmpty() ? "" : "securityContext: {" + own + "}",
        outer.isEmpty() ? "" : "securityContext: {" + outer + "}");
  }
}
