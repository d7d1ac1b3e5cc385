package dev.jubelet.cri.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.cri.wire.ContainerFilter;
import dev.jubelet.cri.wire.ContainerState;
import dev.jubelet.cri.wire.ContainerStateValue;
import dev.jubelet.cri.wire.PodSandboxFilter;
import dev.jubelet.cri.wire.PodSandboxState;
import dev.jubelet.cri.wire.PodSandboxStateValue;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.runtime.ContainerCondition;
import dev.jubelet.model.runtime.ContainerId;
import dev.jubelet.model.runtime.ObservedContainer;
import dev.jubelet.model.runtime.ObservedImage;
import dev.jubelet.model.runtime.ObservedSandbox;
import dev.jubelet.model.runtime.SandboxId;
import dev.jubelet.model.runtime.config.NamespaceOptions;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FiltersTest {
  private static final List<ObservedSandbox> SANDBOXES =
      List.of(
          sandbox("abc1", true, Map.of("app", "web", "tier", "front")),
          sandbox("abd2", false, Map.of("app", "web")),
          sandbox("e3", true, Map.of()));

  private static final List<ObservedContainer> CONTAINERS =
      List.of(
          container("c1", "abc1", new ContainerCondition.Created(), Map.of("app", "web")),
          container("c2", "abc1", new ContainerCondition.Running(Instant.EPOCH), Map.of()),
          container("d3", "e3", new ContainerCondition.Unknown(), Map.of("app", "db")));

  private static ObservedSandbox sandbox(String id, boolean ready, Map<String, String> labels) {
    return new ObservedSandbox(
        new SandboxId(id),
        "pod",
        "default",
        new PodUid("u"),
        0,
        ready,
        Instant.EPOCH,
        List.of(),
        NamespaceOptions.Mode.POD,
        "",
        labels,
        Map.of());
  }

  private static ObservedContainer container(
      String id, String sandbox, ContainerCondition condition, Map<String, String> labels) {
    return new ObservedContainer(
        new ContainerId(id),
        new SandboxId(sandbox),
        new PodUid("u"),
        "main",
        0,
        condition,
        Instant.EPOCH,
        "image",
        "ref",
        "id",
        "",
        labels,
        Map.of(),
        null,
        null);
  }

  private static String sandboxes(PodSandboxFilter.Builder filter) {
    return String.join(
        " ",
        Filters.sandboxes(filter.build(), SANDBOXES).stream()
            .map(each -> each.id().value())
            .toList());
  }

  private static String containers(ContainerFilter.Builder filter) {
    return String.join(
        " ",
        Filters.containers(filter.build(), CONTAINERS).stream()
            .map(each -> each.id().value())
            .toList());
  }

  @ParameterizedTest
  @CsvSource({
    "'', abc1 abd2 e3",
    "abc1, abc1",
    "abc, abc1",
    "e, e3",
    "ab, ''",
    "abc12, ''",
    "zzz, ''"
  })
  void sandboxIsFoundByTheBeginningThatOnlyItHas(String id, String found) {
    assertThat(sandboxes(PodSandboxFilter.newBuilder().setId(id))).isEqualTo(found);
  }

  @ParameterizedTest
  @CsvSource({"SANDBOX_READY, abc1 e3", "SANDBOX_NOTREADY, abd2"})
  void sandboxesAreFoundByState(PodSandboxState state, String found) {
    assertThat(
            sandboxes(
                PodSandboxFilter.newBuilder()
                    .setState(PodSandboxStateValue.newBuilder().setState(state))))
        .isEqualTo(found);
  }

  @Test
  void allLabelsOfASelectorMustBeThere() {
    assertThat(sandboxes(PodSandboxFilter.newBuilder().putLabelSelector("app", "web")))
        .isEqualTo("abc1 abd2");
    assertThat(
            sandboxes(
                PodSandboxFilter.newBuilder()
                    .putLabelSelector("app", "web")
                    .putLabelSelector("tier", "front")))
        .isEqualTo("abc1");
    assertThat(sandboxes(PodSandboxFilter.newBuilder().putLabelSelector("app", "other"))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "'', '', c1 c2 d3",
    "c1, '', c1",
    "d, '', d3",
    "c, '', ''",
    "'', abc1, c1 c2",
    "'', ab, c1 c2",
    "'', e, d3",
    "c1, e3, ''"
  })
  void containersAreFoundByIdAndSandbox(String id, String sandbox, String found) {
    assertThat(containers(ContainerFilter.newBuilder().setId(id).setPodSandboxId(sandbox)))
        .isEqualTo(found);
  }

  @ParameterizedTest
  @CsvSource({
    "CONTAINER_CREATED, c1",
    "CONTAINER_RUNNING, c2",
    "CONTAINER_EXITED, ''",
    "CONTAINER_UNKNOWN, d3"
  })
  void containersAreFoundByState(ContainerState state, String found) {
    assertThat(
            containers(
                ContainerFilter.newBuilder()
                    .setState(ContainerStateValue.newBuilder().setState(state))))
        .isEqualTo(found);
  }

  @Test
  void everyConditionOfAFilterMustHold() {
    assertThat(
            containers(
                ContainerFilter.newBuilder()
                    .setPodSandboxId("abc1")
                    .putLabelSelector("app", "web")
                    .setState(
                        ContainerStateValue.newBuilder()
                            .setState(ContainerState.CONTAINER_RUNNING))))
        .isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "busybox, true",
    "busybox:1, true",
    "library/busybox, true",
    "example.org:5000/library/busybox:1, true",
    "example.org:5000/library/busybox, true",
    "busybox:2, false",
    "box, false",
    "5000/library/busybox, false"
  })
  void imageIsFoundAsPeopleRememberIt(String name, boolean found) {
    ObservedImage image =
        new ObservedImage(
            "sha256:1",
            List.of("example.org:5000/library/busybox:1"),
            List.of(),
            1,
            null,
            "",
            false);
    assertThat(Filters.images(name, Optional.empty(), List.of(image)).isEmpty()).isEqualTo(!found);
    assertThat(Filters.images(name, Optional.of(image), List.of(image))).containsExactly(image);
  }
}
