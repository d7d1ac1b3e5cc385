package dev.jubelet.simulator.planted;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.LongFunction;

/** Lets the simulator look for planted bugs. */
public final class BugHunt {
  /**
   * How it went.
   *
   * @param seeds how many were run
   * @param broken what the last of them broke; empty when none broke anything
   */
  public record Catch(PlantedBug bug, long seeds, Optional<String> broken) {
    /** Whether it was found, and by the invariant that is there for it. */
    public boolean asExpected() {
      return broken.filter(words -> bug.caughtBy().matcher(words).find()).isPresent();
    }
  }

  private final Path root;
  private final int seedsMax;

  /**
   * @param root of the repository, since bugs are planted into sources
   */
  public BugHunt(Path root, int seedsMax) {
    this.root = root;
    this.seedsMax = seedsMax;
  }

  /** The root of the repository that {@code start} is in. */
  public static Path rootAround(Path start) {
    for (Path place = start.toAbsolutePath(); place != null; place = place.getParent()) {
      if (Files.isDirectory(place.resolve("core/engine/src/main/java"))) {
        return place;
      }
    }
    throw new IllegalStateException(
        "planted bugs need the sources: start it inside of the repository, not in " + start);
  }

  /** Refuses a bug that does not fit any more: hunting the others takes minutes. */
  public void requireFitting(List<PlantedBug> bugs) {
    bugs.forEach(bug -> ChangedClasses.compile(bug.className(), planted(bug)));
  }

  /** All of them, on all cores. */
  public List<Catch> all(List<PlantedBug> bugs) throws InterruptedException {
    requireFitting(bugs);
    List<Catch> catches = new ArrayList<>();
    try (ExecutorService pool =
        Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors())) {
      List<Future<Catch>> hunts = bugs.stream().map(bug -> pool.submit(() -> hunt(bug))).toList();
      for (Future<Catch> hunt : hunts) {
        catches.add(hunt.get());
      }
    } catch (ExecutionException failed) {
      throw new IllegalStateException(failed.getCause());
    }
    return catches;
  }

  /** Runs seeds until the bug shows as it should, or there are no more. */
  public Catch hunt(PlantedBug bug) {
    LongFunction<Optional<String>> probe = probe(bug);
    Optional<String> broken = Optional.empty();
    for (long seed = 1; seed <= seedsMax; seed++) {
      Optional<String> words = probe.apply(seed);
      broken = words.isPresent() ? words : broken;
      if (words.filter(text -> bug.caughtBy().matcher(text).find()).isPresent()) {
        return new Catch(bug, seed, words);
      }
    }
    return new Catch(bug, seedsMax, broken);
  }

  @SuppressWarnings("unchecked")
  private LongFunction<Optional<String>> probe(PlantedBug bug) {
    try {
      Map<String, byte[]> changed = ChangedClasses.compile(bug.className(), planted(bug));
      ClassLoader loader = new ChildFirst(changed, BugHunt.class.getClassLoader());
      Object probe =
          loader.loadClass(SeedProbe.class.getName()).getDeclaredConstructor().newInstance();
      return (LongFunction<Optional<String>>) probe;
    } catch (ReflectiveOperationException broken) {
      throw new IllegalStateException("cannot load the simulator with " + bug.name(), broken);
    }
  }

  /** The source of the bug's class with the bug in it. */
  private String planted(PlantedBug bug) {
    try {
      return bug.plant(Files.readString(root.resolve(bug.file())));
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }
}
