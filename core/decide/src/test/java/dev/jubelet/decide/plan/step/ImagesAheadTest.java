package dev.jubelet.decide.plan.step;

import static dev.jubelet.decide.plan.PlanTable.row;
import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.decide.image.ImageAskers;
import dev.jubelet.decide.plan.PlanTable;
import dev.jubelet.decide.plan.PodShapes;
import dev.jubelet.decide.plan.Views;
import dev.jubelet.decide.state.PodMemory;
import dev.jubelet.decide.state.Retry;
import dev.jubelet.model.lifecycle.WaitingReason;
import dev.jubelet.model.pod.Pod;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Images are asked for before anybody needs them, and nobody waits for another's. */
class ImagesAheadTest {
  private static final WaitingReason REFUSED = new WaitingReason("ErrImagePull", "refused");

  private static Pod withImageVolume() {
    return PodShapes.specified(
        """
        initContainers: [{name: i, image: img-i}]
        containers: [{name: a, image: img-a, volumeMounts: [{name: data, mountPath: /d}]}]
        volumes: [{name: data, image: {reference: img-data, pullPolicy: Always}}]
        """);
  }

  @TestFactory
  Stream<DynamicTest> imagesComeBesideTheSandbox() {
    return PlanTable.tests(
        row(
            "sidecars in their place",
            Views.of("Always", "i s* | a"),
            "do run sandbox 0, image i, image s, image a"),
        row(
            "image volumes last",
            Views.of(withImageVolume()).mounted("data"),
            "do run sandbox 0, image i, image a, image volume/data"),
        row(
            "what is ready is not asked for again",
            Views.of(withImageVolume()).mounted("data").imagesOf("i volume/data"),
            "do run sandbox 0, image a"),
        row(
            "what is under way is not begun twice",
            Views.of("Always", "i | a")
                .underWay(
                    Views.of("Always", "i | a").runSandbox(0),
                    Views.of("Always", "i | a").readyImage("a")),
            "do image i"),
        row(
            "a container that will not run again needs none",
            Views.of("OnFailure", "a b").deadSandbox(0).sees("a:exit0 b:none").stoppedSandbox(0),
            "do run sandbox 1, image b"),
        row(
            "a pull that failed waits for its time, the others do not",
            Views.of("Always", "i | a").pullFailed("a", 20),
            "do run sandbox 0, image i until +20s"));
  }

  private static Pod sharingAnImageVolume() {
    return PodShapes.specified(
        """
        containers:
        - {name: a, image: img-a, volumeMounts: [{name: data, mountPath: /d}]}
        - {name: b, image: img-b, volumeMounts: [{name: data, mountPath: /d}]}
        volumes: [{name: data, image: {reference: img-data}}]
        """);
  }

  @TestFactory
  Stream<DynamicTest> imagesComeAheadInASandboxThatIsThere() {
    return PlanTable.tests(
        row(
            "those that an init container holds up",
            Views.of("Always", "i j | a").sandbox(0).sees("i:exit0 j:running"),
            "do image a"),
        row(
            "with their image volumes",
            Views.of(withImageVolume()).mounted("data").sandbox(0).sees("i:running"),
            "do image volume/data, image a"),
        row(
            "an init container that had its turn needs none",
            Views.of("Always", "i j | a").sandbox(0).sees("j:running").imagesOf("a"),
            "wait for j has to end first"),
        row(
            "a new image while the old container is stopped",
            Views.of("Always", "a").sandbox(0).sees("a:changed"),
            "do stop a-0 30/30, image a"),
        row(
            "what runs as it should needs none",
            Views.of("Always", "i | a").sandbox(0).sees("i:exit0 a:running"),
            "settled"));
  }

  @TestFactory
  Stream<DynamicTest> containerIsMadeWhenItsImageVolumesAreThere() {
    return PlanTable.tests(
        row(
            "two that share one ask once",
            Views.of(sharingAnImageVolume()).mounted("data").sandbox(0).imagesOf("a b"),
            "do image volume/data"),
        row(
            "and are made then",
            Views.of(sharingAnImageVolume()).mounted("data").sandbox(0).imagesOf("a b volume/data"),
            "do create a#0 in s0, create b#0 in s0"),
        row(
            "one that cannot be had is waited for",
            Views.of(sharingAnImageVolume())
                .mounted("data")
                .sandbox(0)
                .imagesOf("a b")
                .failed("image volume/data img-data", 20, "volume/data"),
            "wait until +20s"));
  }

  @TestFactory
  Stream<DynamicTest> laterImageThatCannotBeHadHoldsUpNobodyBefore() {
    return PlanTable.tests(
        row(
            "the init container is made",
            Views.of("Always", "i | a").sandbox(0).imagesOf("i").pullFailed("a", 20),
            "do create i#0 in s0 until +20s"),
        row(
            "once it is done, the image is waited for",
            Views.of("Always", "i | a").sandbox(0).sees("i:exit0").pullFailed("a", 20),
            "wait until +20s"),
        row(
            "a neighbour starts",
            Views.of("Always", "a b").sandbox(0).imagesOf("b").pullFailed("a", 20),
            "do create b#0 in s0 until +20s"),
        row(
            "what was made ready ahead serves the first instance",
            Views.of("Always", "i | a").sandbox(0).sees("i:exit0").imagesOf("a"),
            "do create a#0 in s0"),
        row(
            "the second instance is asked for anew",
            Views.of("Always", "a").sandbox(0).sees("a:exit1"),
            "do image a"));
  }

  @TestFactory
  Stream<DynamicTest> containerWaitsForTheImagesOfItsVolumes() {
    return PlanTable.tests(
        row(
            "its own image is there, that of its volume is not",
            upWithImageVolume().imagesOf("a"),
            "do image volume/data"),
        row("both are there", upWithImageVolume().imagesOf("a volume/data"), "do create a#0 in s0"),
        row(
            "the volume's cannot be had",
            upWithImageVolume().imagesOf("a").remembers(ImagesAheadTest::volumeFailed),
            "wait until +20s"));
  }

  private static Views upWithImageVolume() {
    return Views.of(withImageVolume()).mounted("data").sandbox(0).sees("i:exit0");
  }

  private static PodMemory volumeFailed(PodMemory memory) {
    return memory.failed(
        "image volume/data img-data",
        new Retry(Views.NOW.minusSeconds(5), Views.NOW.plusSeconds(20), REFUSED, "volume/data"));
  }

  @Test
  void waitingReasonOfAVolumeShowsOnWhoMountsIt() {
    Views views = upWithImageVolume().remembers(ImagesAheadTest::volumeFailed);
    assertThat(WaitingReasons.of(views.view(), Views.NOW))
        .containsExactly(
            Map.entry(
                "a",
                new WaitingReason(
                    "ImagePullBackOff",
                    "Back-off pulling image \"img-data\" of volume \"data\":"
                        + " ErrImagePull: refused")));
    assertThat(WaitingReasons.of(views.view(), Views.NOW.minusSeconds(5)).get("a"))
        .isEqualTo(
            new WaitingReason("ErrImagePull", "image \"img-data\" of volume \"data\": refused"));
  }

  @Test
  void waitingReasonShowsOnItsOwnContainer() {
    Views views = Views.of("Always", "i | a").sandbox(0).sees("i:running");
    views.pullFailed("a", 5, 20, REFUSED);
    assertThat(WaitingReasons.of(views.view(), Views.NOW))
        .containsOnlyKeys("a")
        .hasEntrySatisfying("a", shown -> assertThat(shown.reason()).isEqualTo("ImagePullBackOff"));
  }

  @Test
  void backOffTellsWhyTheRegistryWasNotReached() {
    Views views = Views.of("Always", "a").sandbox(0);
    views.pullFailed("a", 5, 20, new WaitingReason("RegistryUnavailable", "no route"));
    assertThat(WaitingReasons.of(views.view(), Views.NOW))
        .hasEntrySatisfying(
            "a",
            shown -> {
              assertThat(shown.reason()).isEqualTo("ImagePullBackOff");
              assertThat(shown.message())
                  .startsWith("Back-off pulling image \"")
                  .endsWith("\": RegistryUnavailable: no route");
            });
  }

  @Test
  void imagesOfAnotherDefinitionAreNotWanted() {
    Pod pod = withImageVolume();
    assertThat(ImageAskers.isWanted(pod, "i", "img-i")).isTrue();
    assertThat(ImageAskers.isWanted(pod, "volume/data", "img-data")).isTrue();
    assertThat(ImageAskers.isWanted(pod, "i", "other")).isFalse();
    assertThat(ImageAskers.isWanted(pod, "data", "img-data")).isFalse();
  }
}
