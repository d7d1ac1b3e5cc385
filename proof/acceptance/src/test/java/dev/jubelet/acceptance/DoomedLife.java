package dev.jubelet.acceptance;

import dev.jubelet.testkit.Await;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;

/** A life of the runtime that does one thing, in the course of which somebody kills it. */
final class DoomedLife {
  private static final Duration AFTERMATH = Duration.ofSeconds(2);

  private DoomedLife() {}

  /** Arguments: the node's directory, the scene, the name of its pod, an image. */
  static void main(String[] arguments) throws IOException {
    Path directory = Path.of(arguments[0]);
    KillScene scene = KillScene.valueOf(arguments[1]);
    KillStage stage;
    if (scene == KillScene.OPEN) {
      now();
      stage = KillStage.open(directory, arguments[2], arguments[3]);
    } else {
      stage = KillStage.open(directory, arguments[2], arguments[3]);
      now();
    }
    scene.act(stage);
    // What goes on beside it, such as the noting of an exit, may be what it is to die in.
    Await.pause(AFTERMATH);
    System.out.println("done");
    Runtime.getRuntime().halt(0);
  }

  /** From here on it may be killed. */
  static void now() {}
}
