package dev.jubelet.decide.action;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.decide.plan.PodShapes;
import dev.jubelet.decide.plan.Views;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.pod.PodName;
import dev.jubelet.model.runtime.ObservedContainer;
import dev.jubelet.model.runtime.ObservedSandbox;
import dev.jubelet.model.runtime.config.NamespaceOptions;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ActionTest {
  private static final Pod POD =
      PodShapes.specified(
          """
          volumes: [{name: data, emptyDir: {}}]
          containers: [{name: a, image: img-a}]
          """);
  private static final Views VIEWS = Views.of(POD);
  private static final ObservedSandbox SANDBOX =
      Views.seenSandbox(POD.uid(), 0, true, NamespaceOptions.Mode.POD, "10.0.0.7");
  private static final ObservedContainer CONTAINER = VIEWS.instance(0, "a", 0, "running");

  /** Those that an ending pod has to wait for, because they leave something behind. */
  private static final List<Action> MAKING =
      List.of(
          new Action.PrepareCgroup(POD),
          new Action.PrepareDirectories(POD),
          new Action.MountVolume(POD, POD.spec().volumes().getFirst()),
          VIEWS.runSandbox(0),
          VIEWS.create("a", 0),
          VIEWS.start("a", 0));

  private static final List<Action> OTHERS =
      List.of(
          VIEWS.readyImage("a"),
          VIEWS.stop("a", 0, 30),
          new Action.StopSandbox(SANDBOX),
          new Action.RemoveContainer(CONTAINER),
          new Action.RemoveSandbox(SANDBOX),
          new Action.UnmountVolumes(POD.uid()),
          new Action.RemoveCgroup(POD.uid()),
          new Action.RemoveDirectories(POD.uid(), new PodName("default", "p")));

  @Test
  void whatLeavesSomethingBehindBringsUp() {
    assertThat(MAKING).allMatch(Action::bringsUp);
    assertThat(OTHERS).noneMatch(Action::bringsUp);
  }

  @Test
  void differentStepsHaveDifferentKeys() {
    assertThat(Stream.concat(MAKING.stream(), OTHERS.stream()).map(Action::key))
        .doesNotHaveDuplicates();
  }

  @Test
  void anotherAttemptOfTheSameThingHasTheSameKey() {
    assertThat(VIEWS.runSandbox(1).key()).isEqualTo(VIEWS.runSandbox(0).key());
    assertThat(VIEWS.create("a", 1).key()).isEqualTo(VIEWS.create("a", 0).key());
  }

  @Test
  void shorterGrantIsAnotherStop() {
    assertThat(VIEWS.stop("a", 0, 5).key()).isNotEqualTo(VIEWS.stop("a", 0, 30).key());
  }

  @Test
  void lessLeftOfTheSameGrantIsTheSameStop() {
    Action later =
        new Action.StopContainer(CONTAINER, Duration.ofSeconds(3), Duration.ofSeconds(30), false);
    assertThat(later.key()).isEqualTo(VIEWS.stop("a", 0, 30).key());
  }

  @Test
  void volumePathsKeepTheirOrder() {
    Map<String, String> paths = new LinkedHashMap<>();
    List.of("z", "a", "m", "b").forEach(name -> paths.put(name, "/" + name));
    var create =
        new Action.CreateContainer(
            POD, POD.spec().containers().getFirst(), 0, SANDBOX, Views.image("a"), paths);
    assertThat(create.volumePaths().keySet()).containsExactly("z", "a", "m", "b");
  }
}
