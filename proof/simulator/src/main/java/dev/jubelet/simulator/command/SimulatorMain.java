package dev.jubelet.simulator.command;

import dev.jubelet.simulator.Simulation;
import dev.jubelet.simulator.SimulationRuns;
import dev.jubelet.simulator.planted.BugHunt;
import dev.jubelet.simulator.planted.PlantedBugs;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** {@code ./dev sim}: many seeds, one with its whole trace, or the planted bugs. */
public final class SimulatorMain {
  private static final String HELP =
      """
      Runs the real engine with virtual time against a world that fails, and checks after every event what must hold.
      Each seed is one virtual hour, and always the same one.

        ./dev sim                           10,000 seeds, from 1 on
        ./dev sim --seeds 500 --from 7000   other ones
        ./dev sim --seed 42                 one seed, with its whole trace
        ./dev sim --planted                 puts bugs into the engine, one at a time, and shows which seed finds each

      It ends with 1 when something was broken, and tells the command that replays it.
      """;

  private static final int SEEDS = 10_000;

  /** Every bug that is planted shows within fewer seeds than these. */
  public static final int SEEDS_PER_BUG = 400;

  private SimulatorMain() {}

  /** What the command line asks for. */
  private sealed interface Wish {
    record Help() implements Wish {}

    record One(long seed) implements Wish {}

    record Many(long from, int count) implements Wish {}

    record Planted() implements Wish {}

    record Unknown(String why) implements Wish {}
  }

  public static void main(String[] arguments) throws InterruptedException {
    System.exit(
        switch (wish(arguments)) {
          case Wish.Help _ -> {
            System.out.print(HELP);
            yield 0;
          }
          case Wish.One one -> one(one.seed());
          case Wish.Many many -> many(many.from(), many.count());
          case Wish.Planted _ -> planted();
          case Wish.Unknown unknown -> {
            System.err.print(unknown.why() + "\n\n" + HELP);
            yield 2;
          }
        });
  }

  private static Wish wish(String[] arguments) {
    Deque<String> words = new ArrayDeque<>(List.of(arguments));
    long from = 1;
    int count = SEEDS;
    while (!words.isEmpty()) {
      String option = words.remove();
      switch (option) {
        case "--help", "-h" -> {
          return new Wish.Help();
        }
        case "--planted" -> {
          return new Wish.Planted();
        }
        case "--seed", "--seeds", "--from" -> {
          String value = words.isEmpty() ? "" : words.remove();
          if (!value.matches("-?\\d{1,18}")) {
            return new Wish.Unknown(option + " needs a number");
          }
          if (option.equals("--seed")) {
            return new Wish.One(Long.parseLong(value));
          }
          from = option.equals("--from") ? Long.parseLong(value) : from;
          count = option.equals("--seeds") ? Math.toIntExact(Long.parseLong(value)) : count;
        }
        default -> {
          return new Wish.Unknown("there is no " + option);
        }
      }
    }
    return new Wish.Many(from, count);
  }

  private static int one(long seed) {
    Simulation.Verdict verdict = Simulation.run(seed, System.out::println);
    System.out.printf(
        "seed %d: %s (%d events, %d lives, digest %016x)%n",
        seed,
        verdict.broken().orElse("all invariants held"),
        verdict.events(),
        verdict.lives(),
        verdict.digest());
    return verdict.broken().isPresent() ? 1 : 0;
  }

  private static int many(long from, int count) {
    Instant start = Instant.now();
    SimulationRuns.Summary summary =
        SimulationRuns.run(
            from,
            count,
            done -> {
              if (done % 1000 == 0) {
                System.out.printf("%d of %d seeds%n", done, count);
              }
            });
    System.out.printf(
        "%d seeds of one virtual hour, %d events, %d lives of our process, in %d s%n",
        summary.runs(),
        summary.events(),
        summary.lives(),
        Duration.between(start, Instant.now()).toSeconds());
    System.out.print(summary.words());
    return summary.broken().isEmpty() ? 0 : 1;
  }

  private static int planted() throws InterruptedException {
    BugHunt hunt = new BugHunt(BugHunt.rootAround(Path.of("")), SEEDS_PER_BUG);
    boolean allFound = true;
    for (BugHunt.Catch found : hunt.all(PlantedBugs.all())) {
      allFound &= found.asExpected();
      String words = found.broken().orElse("nothing was broken");
      System.out.printf(
          "%-52s %s seed %3d  %s%n",
          found.bug().name(),
          found.asExpected() ? "found by" : "MISSED to",
          found.seeds(),
          words.length() > 110 ? words.substring(0, 110) + "…" : words);
    }
    return allFound ? 0 : 1;
  }
}
