package dev.jubelet.app.command;

import dev.jubelet.app.failure.CommandFailure;
import dev.jubelet.app.sandboxed.ContainerdProgram;
import dev.jubelet.app.sandboxed.PrivateContainerd;
import dev.jubelet.app.sandboxed.RunPlace;
import dev.jubelet.app.sandboxed.Tool;
import dev.jubelet.app.settings.EmbeddedSettings;
import dev.jubelet.cri.CriRuntime;
import dev.jubelet.cri.CriSettings;
import dev.jubelet.ports.OutsideFailure;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** A containerd of its own. */
final class ContainerdRun implements RunRuntime {
  private static final String DIRECTORY = "containerd";
  private static final Duration START = Duration.ofSeconds(30);

  private final PrivateContainerd containerd;

  ContainerdRun(RunPlace place, ContainerdProgram program) {
    this.containerd =
        new PrivateContainerd(program, place.directory().resolve(DIRECTORY), place.network(), null);
  }

  static boolean isIn(RunPlace place) {
    return Files.isDirectory(place.directory().resolve(DIRECTORY));
  }

  @Override
  public String name() {
    return "containerd " + containerd.program().version() + " of its own";
  }

  @Override
  public void start(List<Path> images) {
    try {
      containerd.start(START);
      containerd.importImages(images);
    } catch (IllegalStateException | Tool.Failure failed) {
      throw new CommandFailure(
          "the private containerd does not work: " + failed.getMessage(),
          "does the containerd of this machine work by itself?");
    }
  }

  @Override
  public String endpoint() {
    return containerd.endpoint();
  }

  @Override
  public EmbeddedSettings settings() {
    return EmbeddedSettings.at(EmbeddedSettings.ROOT, null);
  }

  @Override
  public void clear() {
    if (Files.exists(containerd.socket())) {
      removeSandboxes();
    }
    containerd.erase();
  }

  /** What no node removed: only the runtime can give back the network of a sandbox. */
  private void removeSandboxes() {
    try {
      containerd.start(START);
    } catch (IllegalStateException broken) {
      // Then there is nobody who could; what can be removed without it is removed all the same.
      return;
    }
    try (CriRuntime cri = CriRuntime.connect(containerd.endpoint(), CriSettings.DEFAULT)) {
      Leftovers.remove(cri.runtime());
    } catch (OutsideFailure refused) {
      // Their processes and mounts are removed with containerd all the same.
      return;
    }
  }
}
