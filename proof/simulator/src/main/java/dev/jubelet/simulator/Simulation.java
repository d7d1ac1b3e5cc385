package dev.jubelet.simulator;

import dev.jubelet.model.runtime.RuntimeReadiness;
import dev.jubelet.simulator.world.Delays;
import dev.jubelet.simulator.world.PodShapes;
import dev.jubelet.simulator.world.Trace;
import dev.jubelet.simulator.world.World;
import dev.jubelet.simulator.world.WorldSettings;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One virtual hour of a node, wholly determined by its seed. */
public final class Simulation {
  private static final Duration RESTLESS = Duration.ofMinutes(45);
  private static final Duration QUIET = Duration.ofMinutes(20);

  /** Objects change once more this long before it is quiet, so that calls for them still fail. */
  private static final Duration LAST_CHANGES = Duration.ofSeconds(10);

  /** How long what went wrong before may keep the node busy. */
  private static final Duration SETTLING = Duration.ofMinutes(8);

  /** Once it is quiet, what is shown is compared with what is this often. */
  private static final Duration GLANCE = Duration.ofSeconds(10);

  /** How a run went; {@code broken} is empty when all invariants held. */
  public record Verdict(
      long seed, Optional<String> broken, int events, int lives, long digest, List<String> last) {
    public Verdict {
      last = List.copyOf(last);
    }
  }

  private final long seed;
  private final Trace trace;
  private final World world;
  private final SeededFaults faults;
  private final Invariants invariants;
  private final Disturbances disturbances;
  private final TimeDriver driver;
  private final SplittableRandom pauses;

  private Simulation(long seed, @Nullable Consumer<String> reader) {
    SplittableRandom random = new SplittableRandom(seed);
    this.seed = seed;
    this.trace = new Trace(reader);
    this.faults = new SeededFaults(random.split());
    SplittableRandom behaviour = random.split();
    boolean withEvents = random.nextInt(8) != 0;
    this.world =
        new World(
            new WorldSettings(
                withEvents,
                faults,
                (sandbox, container) ->
                    PodShapes.script(container.image().userSpecified(), behaviour),
                Delays.seeded(random.split()),
                random.split()::nextDouble),
            trace);
    this.invariants = Invariants.of(world);
    this.disturbances = new Disturbances(world, random.split(), invariants);
    this.driver = new TimeDriver(world, invariants);
    this.pauses = random.split();
  }

  public static Verdict run(long seed) {
    return run(seed, null);
  }

  /**
   * @param reader gets every line of the trace
   */
  public static Verdict run(long seed, @Nullable Consumer<String> reader) {
    Simulation simulation = new Simulation(seed, reader);
    try {
      simulation.play();
      return simulation.verdict(Optional.empty());
    } catch (BrokenInvariant broken) {
      return simulation.verdict(Optional.of(String.valueOf(broken.getMessage())));
    } catch (RuntimeException bug) {
      StackTraceElement[] at = bug.getStackTrace();
      return simulation.verdict(
          Optional.of("exception: " + bug + (at.length > 0 ? " at " + at[0] : "")));
    }
  }

  private Verdict verdict(Optional<String> broken) {
    return new Verdict(seed, broken, driver.events(), world.lives, trace.digest(), trace.last());
  }

  private void play() {
    Instant start = world.time.now();
    world.startProcess();
    disturbLater(start.plus(RESTLESS).minus(LAST_CHANGES));
    driver.playUntil(start.plus(RESTLESS).minus(LAST_CHANGES));
    disturbances.changePresentObjects();
    driver.playUntil(start.plus(RESTLESS));
    faults.calm();
    world.runtime.setAvailable(true);
    world.runtime.dropEvents(false);
    world.runtime.readiness(RuntimeReadiness.READY);
    trace.line(world.time.now(), "*** all is quiet from now on");
    disturbances.bringMissingObjects();
    SettledCheck end = new SettledCheck(world, invariants);
    driver.playUntil(start.plus(RESTLESS).plus(SETTLING));
    for (Duration quiet = SETTLING; quiet.compareTo(QUIET) < 0; quiet = quiet.plus(GLANCE)) {
      driver.playUntil(start.plus(RESTLESS).plus(quiet));
      end.showsWhatRuns();
    }
    driver.playUntil(start.plus(RESTLESS).plus(QUIET));
    end.check();
  }

  private void disturbLater(Instant end) {
    Duration pause = Duration.ofMillis(pauses.nextLong(0, 90_000));
    world.time.after(
        pauses.nextInt(5) == 0 ? Duration.ofMillis(pause.toMillis() / 100) : pause,
        () -> {
          if (world.time.now().isBefore(end)) {
            disturbances.next();
            disturbLater(end);
          }
        });
  }
}
