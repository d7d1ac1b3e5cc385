package dev.jubelet.decide.observe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.model.pod.PodName;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.runtime.ContainerCondition;
import dev.jubelet.model.runtime.ContainerId;
import dev.jubelet.model.runtime.ObservedContainer;
import dev.jubelet.model.runtime.ObservedSandbox;
import dev.jubelet.model.runtime.PodObservation;
import dev.jubelet.model.runtime.SandboxId;
import dev.jubelet.model.runtime.config.NamespaceOptions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code "p/c0=running"} is container c0 of pod p, {@code "p/!s0=ready"} its sandbox. */
class RelistDiffTest {
  private static final Instant NOW = Instant.parse("2026-01-01T10:00:00Z");

  @ParameterizedTest(name = "[{0}] then [{1}]: {2}")
  @CsvSource(
      delimiter = '|',
      value = {
        "''                        | ''                              | ''",
        "p/c0=running              | p/c0=running                    | ''",
        "p/c0=exited               | p/c0=exited                     | ''",
        "p/c0=created              | p/c0=created                    | ''",
        "p/c0=created              | p/c0=running                    | ContainerStarted c0",
        "p/c0=created              | p/c0=exited                     | ContainerDied c0",
        "p/c0=created              | p/c0=unknown                    | ''",
        "p/c0=running              | p/c0=exited                     | ContainerDied c0",
        "p/c0=running              | p/c0=unknown                    | ContainerChanged c0",
        "p/c0=unknown              | p/c0=running                    | ContainerStarted c0",
        "p/c0=unknown              | p/c0=exited                     | ContainerDied c0",
        "p/!s0=ready               | p/!s0=ready p/c0=created        | ContainerChanged c0",
        "p/!s0=ready               | p/!s0=ready p/c0=running        | ContainerStarted c0",
        "p/!s0=ready               | p/!s0=ready p/c0=exited         | ContainerDied c0",
        "p/!s0=ready p/c0=running  | p/!s0=ready                     | ContainerDied c0, ContainerRemoved c0",
        "p/!s0=ready p/c0=created  | p/!s0=ready                     | ContainerDied c0, ContainerRemoved c0",
        "p/!s0=ready p/c0=exited   | p/!s0=ready                     | ContainerRemoved c0",
        "p/!s0=ready               | p/!s0=gone                      | SandboxChanged s0",
        "p/!s0=gone                | p/!s0=ready                     | SandboxChanged s0",
        "p/!s0=ready               | p/!s1=ready p/!s0=gone          | SandboxChanged s0, SandboxChanged s1",
        "p/!s0=ready p/c0=exited   | p/c0=exited                     | SandboxChanged s0",
        "''                        | p/!s0=ready                     | PodAppeared p, SandboxChanged s0",
        "''                        | p/c0=running                    | PodAppeared p, ContainerStarted c0",
        "p/!s0=gone                | ''                              | SandboxChanged s0, PodVanished p",
        "p/!s0=ready p/c0=running  | ''                              | SandboxChanged s0, ContainerDied c0, ContainerRemoved c0, PodVanished p",
        "p/c0=running              | p/c0=exited p/c1=running        | ContainerDied c0, ContainerStarted c1",
        "p/c0=exited p/c1=running  | p/c2=running p/c1=exited        | ContainerRemoved c0, ContainerDied c1, ContainerStarted c2",
        "q/d0=running p/c0=running | q/d0=exited p/c0=exited         | ContainerDied c0, ContainerDied d0",
        "q/d0=running              | p/c0=running                    | PodAppeared p, ContainerStarted c0, ContainerDied d0, ContainerRemoved d0, PodVanished q",
      })
  void tellsWhatHappenedInBetween(String before, String after, String expected) {
    assertThat(told(RelistDiff.between(look(before), look(after)))).isEqualTo(expected);
  }

  @Test
  void orderOfTheRuntimesListsDoesNotMatter() {
    List<PodObservation> before = look("q/d0=running p/c0=running p/b0=running p/!s0=ready");
    List<PodObservation> after = look("p/b0=exited p/!s0=gone q/d0=exited p/c0=exited");
    assertThat(told(RelistDiff.between(before.reversed(), after)))
        .isEqualTo("SandboxChanged s0, ContainerDied b0, ContainerDied c0, ContainerDied d0")
        .isEqualTo(told(RelistDiff.between(before, after.reversed())));
  }

  @Test
  void podOfWhichNothingIsLeftHasVanished() {
    PodObservation nothing =
        PodObservation.nothing(new PodUid("p"), new PodName("default", "p"), NOW);
    assertThat(told(RelistDiff.between(look("p/c0=exited"), List.of(nothing))))
        .isEqualTo("ContainerRemoved c0, PodVanished p");
    assertThat(RelistDiff.between(List.of(nothing), List.of())).isEmpty();
  }

  @Test
  void groupsByPodNewestFirst() {
    List<PodObservation> pods =
        look(
            "q/d0=exited q/d1=running p/!s0=gone p/!s1=ready p/c0=exited p/c2=running p/c1=exited");
    assertThat(pods).extracting(p -> p.uid().value()).containsExactly("p", "q");
    assertThat(pods.getFirst().sandboxes())
        .extracting(s -> s.id().value())
        .containsExactly("s1", "s0");
    assertThat(pods.getFirst().containers())
        .extracting(c -> c.id().value())
        .containsExactly("c2", "c1", "c0");
    assertThat(pods.getLast().containers())
        .extracting(c -> c.id().value())
        .containsExactly("d1", "d0");
    assertThat(pods).extracting(PodObservation::takenAt).containsOnly(NOW);
  }

  @Test
  void containerWithoutItsSandboxKeepsItsPodAndItsName() {
    PodObservation pod = look("q/d0=exited").getFirst();
    assertThat(pod.sandboxes()).isEmpty();
    assertThat(pod.name()).isEqualTo(new PodName("default", "q"));
  }

  @Test
  void sandboxesOwnNameServesWhenItHasNoLabels() {
    ObservedSandbox bare =
        new ObservedSandbox(
            new SandboxId("s"),
            "web",
            "prod",
            new PodUid("p"),
            0,
            true,
            NOW,
            List.of(),
            NamespaceOptions.Mode.POD,
            "",
            Map.of(),
            Map.of());
    assertThat(Observations.group(List.of(bare), List.of(), NOW).getFirst().name())
        .isEqualTo(new PodName("prod", "web"));
  }

  private static String told(List<PodChange> changes) {
    return changes.stream().map(RelistDiffTest::told).collect(Collectors.joining(", "));
  }

  private static String told(PodChange change) {
    return switch (change) {
      case PodChange.PodAppeared c -> "PodAppeared " + c.uid();
      case PodChange.PodVanished c -> "PodVanished " + c.uid();
      case PodChange.SandboxChanged c -> "SandboxChanged " + c.sandbox();
      case PodChange.ContainerStarted c -> "ContainerStarted " + c.container();
      case PodChange.ContainerDied c -> "ContainerDied " + c.container();
      case PodChange.ContainerRemoved c -> "ContainerRemoved " + c.container();
      case PodChange.ContainerChanged c -> "ContainerChanged " + c.container();
    };
  }

  private static List<PodObservation> look(String words) {
    List<ObservedSandbox> sandboxes = new ArrayList<>();
    List<ObservedContainer> containers = new ArrayList<>();
    for (String word : words.trim().split(" +", -1)) {
      if (!word.isEmpty()) {
        PodUid uid = new PodUid(word.substring(0, word.indexOf('/')));
        String id = word.substring(word.indexOf('/') + 1, word.indexOf('='));
        String state = word.substring(word.indexOf('=') + 1);
        if (id.startsWith("!")) {
          sandboxes.add(sandbox(uid, id.substring(1), state.equals("ready")));
        } else {
          containers.add(container(uid, id, condition(state)));
        }
      }
    }
    return Observations.group(sandboxes, containers, NOW);
  }

  private static ContainerCondition condition(String word) {
    return switch (word) {
      case "created" -> new ContainerCondition.Created();
      case "running" -> new ContainerCondition.Running(NOW);
      case "exited" -> new ContainerCondition.Exited(NOW, NOW, 0, "", "");
      case "unknown" -> new ContainerCondition.Unknown();
      default -> throw new IllegalArgumentException(word);
    };
  }

  private static ObservedSandbox sandbox(PodUid uid, String id, boolean ready) {
    int attempt = Integer.parseInt(id.substring(1));
    return new ObservedSandbox(
        new SandboxId(id),
        uid.value(),
        "default",
        uid,
        attempt,
        ready,
        NOW.plusSeconds(attempt),
        List.of(),
        NamespaceOptions.Mode.POD,
        "",
        labels(uid),
        Map.of());
  }

  private static ObservedContainer container(PodUid uid, String id, ContainerCondition condition) {
    int attempt = Integer.parseInt(id.substring(1));
    return new ObservedContainer(
        new ContainerId(id),
        new SandboxId("s0"),
        uid,
        id.substring(0, 1),
        attempt,
        condition,
        NOW.plusSeconds(attempt),
        "",
        "",
        "",
        "",
        labels(uid),
        Map.of(),
        null,
        null);
  }

  private static Map<String, String> labels(PodUid uid) {
    return Map.of("io.kubernetes.pod.name", uid.value(), "io.kubernetes.pod.namespace", "default");
  }
}
