package dev.jubelet.acceptance;

import dev.jubelet.model.runtime.ContainerId;
import dev.jubelet.model.runtime.SandboxId;
import dev.jubelet.model.runtime.config.IdRange;
import dev.jubelet.ports.OutsideFailure;
import dev.jubelet.ports.runtime.Sandboxes;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * A process that runs pods on an embedded runtime, in every order, and says each step that it has
 * done, until it is killed.
 */
final class EmbeddedStorm {
  private static final int AT_ONCE = 3;
  private static final IdRange USERS = new IdRange(1 << 20, 1 << 16);

  private EmbeddedStorm() {}

  /** Arguments: the directory, a number that no other storm in it has. */
  static void main(String[] arguments) throws IOException {
    EmbeddedNode node = new EmbeddedNode(Path.of(arguments[0]));
    System.out.println("open");
    Random random = new Random(Long.parseLong(arguments[1]));
    try (ExecutorService pods = Executors.newFixedThreadPool(AT_ONCE)) {
      for (int i = 0; i < 10_000; i++) {
        String name = "p" + arguments[1] + "-" + i;
        long seed = random.nextLong();
        pods.execute(() -> life(node, name, new Random(seed)));
      }
    }
  }

  private static void life(EmbeddedNode node, String name, Random random) {
    EmbeddedPod plain = EmbeddedPod.on(node, name);
    EmbeddedPod shared = random.nextInt(4) == 0 ? plain.sharingProcesses() : plain;
    EmbeddedPod pod = random.nextInt(3) == 0 ? shared.withUsers(USERS) : shared;
    try {
      Sandboxes sandboxes = node.runtime().sandboxes();
      SandboxId sandbox = pod.run();
      System.out.println("ran " + name);
      String script = random.nextBoolean() ? "exec sleep 3600" : "exit 5";
      ContainerId first = pod.created(sandbox, "first", script, 0, List.of());
      System.out.println("created " + name);
      node.runtime().containers().start(first);
      System.out.println("started " + name);
      pod.started(sandbox, "second", "exec sleep 3600");
      switch (random.nextInt(4)) {
        case 0 -> node.runtime().containers().stop(first, Duration.ofMillis(50));
        case 1 -> node.runtime().containers().remove(first);
        default -> {}
      }
      if (random.nextInt(3) > 0) {
        sandboxes.stop(sandbox);
        System.out.println("stopped " + name);
        sandboxes.remove(sandbox);
      }
      System.out.println("lived " + name);
    } catch (OutsideFailure failed) {
      System.out.println("failed " + name + " " + failed.text());
    }
  }
}
