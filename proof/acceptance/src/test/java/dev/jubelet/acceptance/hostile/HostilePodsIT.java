package dev.jubelet.acceptance.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.acceptance.Ledger;
import dev.jubelet.acceptance.RealNode;
import dev.jubelet.acceptance.RealParts;
import dev.jubelet.acceptance.TestRuntime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * A catalogue of hostile manifests and pods on a whole node, each family at once. Each attack gets
 * what it deserves, the innocent pods beside it notice nothing, and nothing stays behind.
 */
final class HostilePodsIT {
  private static final Duration FAMILY = Duration.ofMinutes(3);
  private static final int RESIDENT_MAX_MIB = 256;

  @Test
  void manifests() throws IOException {
    strike(ManifestAttacks.all());
  }

  @Test
  void pods() throws IOException {
    strike(PodAttacks.all());
  }

  @Test
  void thereAreEnough() {
    List<Attack> all = new ArrayList<>(ManifestAttacks.all());
    all.addAll(PodAttacks.all());
    assertThat(all.stream().map(Attack::name).distinct()).hasSameSizeAs(all);
  }

  private static void strike(List<Attack> attacks) throws IOException {
    try (RealNode real = RealParts.node(TestRuntime.EMBEDDED)) {
      Path canary = Files.writeString(real.directory().resolve("canary"), "alive");
      real.startKubelet("podPidsLimit: 200");
      HostileNode node = new HostileNode(real);
      Innocents innocents = Innocents.start(real);
      Ledger before = real.survey().take();
      attacks.forEach(attack -> attack.strike().accept(node));
      List<Attack> open = new ArrayList<>(attacks);
      try {
        real.waitFor(
            "every attack has failed",
            FAMILY,
            () -> {
              assertThat(real.kubelet().alive()).as("the agent lives").isTrue();
              node.look();
              open.removeIf(attack -> attack.expected().matcher(attack.look().apply(node)).find());
              return open.isEmpty();
            });
      } catch (AssertionError late) {
        node.look();
        StringBuilder text = new StringBuilder("not as expected:\n");
        for (Attack attack : open) {
          text.append(attack.name()).append(": expected ").append(attack.expected());
          text.append(", found ").append(attack.look().apply(node)).append('\n');
        }
        throw new AssertionError(text + late.getMessage(), late);
      }
      innocents.noticedNothing();
      attacks.forEach(attack -> attack.retreat().accept(node));
      real.waitForEqual(before, FAMILY);
      innocents.noticedNothing();
      assertThat(canary).hasContent("alive");
      System.out.println(attacks.size() + " attacks; " + innocents.report());
      assertThat(real.kubelet().memory().getOrDefault("VmHWM", 0L) >> 10)
          .as("the most memory that the agent ever used, in MiB")
          .isLessThan(RESIDENT_MAX_MIB);
    }
  }
}
