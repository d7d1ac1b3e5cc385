package dev.jubelet.linux.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** How gladly the kernel ends this process when memory runs out; children inherit it. */
public final class OwnOomScore {
  /** Kubernetes: what a node's agent has, below every container's. */
  public static final int NODE_AGENT = -999;

  private final Path file;

  OwnOomScore(Path file) {
    this.file = file;
  }

  public static OwnOomScore ofThisProcess() {
    return new OwnOomScore(Path.of("/proc/self/oom_score_adj"));
  }

  /** Lowers it to this; the reason when that is not allowed. */
  public Optional<String> lowerTo(int score) {
    try {
      if (Integer.parseInt(Files.readString(file).strip()) > score) {
        Files.writeString(file, Integer.toString(score));
      }
      return Optional.empty();
    } catch (IOException | NumberFormatException refused) {
      return Optional.of(
          "oom_score_adj stays as it is and is not "
              + score
              + ", which needs CAP_SYS_RESOURCE: when memory runs out, the kernel may end this"
              + " process and the monitors of containers before a container");
    }
  }
}
