package dev.jubelet.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.jubelet.simulator.command.SimulatorMain;
import dev.jubelet.simulator.planted.BugHunt;
import dev.jubelet.simulator.planted.PlantedBug;
import dev.jubelet.simulator.planted.PlantedBugs;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("long")
class PlantedBugsTest {
  private static BugHunt hunt() {
    return new BugHunt(BugHunt.rootAround(Path.of("")), SimulatorMain.SEEDS_PER_BUG);
  }

  /** Fast, unlike the hunt: whoever changes a planted line learns it at once. */
  @Test
  void everyPlantedBugFitsTheSources() {
    hunt().requireFitting(PlantedBugs.all());
  }

  @Test
  void everyPlantedBugIsFoundByItsInvariant() throws InterruptedException {
    List<PlantedBug> bugs = PlantedBugs.all();
    assertThat(bugs).hasSizeGreaterThanOrEqualTo(12);
    assertThat(hunt().all(bugs)).allSatisfy(found -> assertThat(found.asExpected()).isTrue());
  }

  @Test
  void aBugThatDoesNotFitAnyMoreSaysSo() {
    PlantedBug gone =
        new PlantedBug(
            "no such bug",
            "core/engine/src/main/java/dev/jubelet/engine/mailbox/Mailbox.java",
            "this text is not there",
            "",
            Pattern.compile("it"));
    assertThatIllegalStateException()
        .isThrownBy(() -> hunt().hunt(gone))
        .withMessageContainingAll("no such bug", "Mailbox.java", "this text is not there");
  }
}
