package dev.jubelet.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.codec.PodManifests;
import dev.jubelet.testkit.Await;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import org.junit.jupiter.api.Test;

/** Two thousand files that are nearly manifests, between some that are. */
final class BrokenManifestsIT {
  private static final int BROKEN = 2_000;
  private static final int GOOD = 5;

  @Test
  void eachGetsAnErrorAndTheGoodOnesRun() throws Exception {
    try (RealNode node = RealParts.node(TestRuntime.CONTAINERD_1)) {
      MarkedPods pods = new MarkedPods(node.directory().resolve("marks"));
      List<String> broken = mutations(pods.manifest("victim", 1), new Random(42));
      for (int count = 0; count < BROKEN; count++) {
        node.drop("broken-%04d".formatted(count), broken.get(count));
      }
      for (int count = 0; count < GOOD; count++) {
        node.drop("good-" + count, pods.manifest("good-" + count, 1));
      }
      node.startKubelet();
      for (int count = 0; count < GOOD; count++) {
        String name = "good-" + count;
        node.waitFor(name + " runs", Duration.ofSeconds(60), () -> pods.started(name, 1));
      }
      Path log = node.directory().resolve("kubelet.log");
      node.waitFor("an error for each", Duration.ofSeconds(60), () -> unnamed(log).isEmpty());
      assertThat(node.crictl().runningContainers()).hasSize(GOOD);
      assertThat(node.pods()).hasSize(GOOD);
      assertThat(node.kubelet().alive()).isTrue();
      Await.pause(Duration.ofSeconds(5));
      Duration busy = node.kubelet().cpuTime();
      Await.pause(Duration.ofSeconds(20));
      assertThat(node.kubelet().cpuTime().minus(busy)).isLessThan(Duration.ofSeconds(1));
    }
  }

  private static List<String> unnamed(Path log) {
    try {
      String text = Files.readString(log);
      List<String> missing = new ArrayList<>();
      for (int count = 0; count < BROKEN; count++) {
        String file = "broken-%04d.yaml".formatted(count);
        if (!text.contains(file)) {
          missing.add(file);
        }
      }
      return missing;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Some mutations are harmless: only what has no pod in it counts as broken. */
  private static List<String> mutations(String good, Random random) {
    List<String> broken = new ArrayList<>();
    while (broken.size() < BROKEN) {
      String candidate = mutate(good, random);
      PodManifests.Parsed parsed = PodManifests.parseStatic(candidate, "mutation");
      if (parsed.hasErrors() && parsed.pods().isEmpty()) {
        broken.add(candidate);
      }
    }
    return broken;
  }

  private static String mutate(String good, Random random) {
    List<String> lines = new ArrayList<>(good.lines().toList());
    int at = random.nextInt(lines.size());
    switch (random.nextInt(8)) {
      case 0 -> lines.remove(at);
      case 1 -> Collections.swap(lines, at, random.nextInt(lines.size()));
      case 2 -> lines.set(at, " ".repeat(random.nextInt(5)) + lines.get(at));
      case 3 -> lines.set(at, lines.get(at).replaceAll(": .*", ": [1, {2: 3}]"));
      case 4 -> {
        String strange = Matcher.quoteReplacement(String.valueOf((char) random.nextInt(128)));
        lines.set(at, lines.get(at).replaceFirst("[a-z]", strange));
      }
      case 5 -> lines.subList(at, lines.size()).clear();
      case 6 -> lines.add(at, lines.get(random.nextInt(lines.size())));
      case 7 -> lines.set(at, lines.get(at) + "\t\u0000" + random.nextInt());
      default -> throw new AssertionError();
    }
    return String.join("\n", lines) + "\n";
  }
}
