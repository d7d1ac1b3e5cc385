package dev.jubelet.app.command.run;

import dev.jubelet.app.embedded.OwnRuntime;
import dev.jubelet.app.failure.CommandFailure;
import dev.jubelet.app.host.DirectoryTree;
import dev.jubelet.app.host.RunDirectory;
import dev.jubelet.app.settings.KubeletFlags;
import dev.jubelet.app.settings.node.EmbeddedSettings;
import dev.jubelet.images.ImageStore;
import dev.jubelet.images.ImageStoreSettings;
import dev.jubelet.images.ImportResult;
import dev.jubelet.linux.mount.Mounts;
import dev.jubelet.linux.process.ProcessTable;
import dev.jubelet.model.runtime.ObservedSandbox;
import dev.jubelet.ports.OutsideFailure;
import dev.jubelet.ports.runtime.Sandboxes;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The runtime inside of the node, with directories of this run alone. */
final class EmbeddedRun {
  private static final String DIRECTORY = "runtime";
  private static final String NETWORKS = "net.d";

  private final RunDirectory place;
  private final Path root;
  private final Path run;
  private final Path networks;

  EmbeddedRun(RunDirectory place) {
    this.place = place;
    this.root = place.directory().resolve(DIRECTORY);
    this.run = EmbeddedSettings.RUN.resolve("run-" + place.number());
    this.networks = place.directory().resolve(NETWORKS);
  }

  static boolean isIn(RunDirectory place) {
    return Files.isDirectory(place.directory().resolve(DIRECTORY));
  }

  /** Makes it ready for a node, with these images. */
  void start(List<Path> images) {
    try {
      Files.createDirectories(networks);
      Files.writeString(
          networks.resolve("10-jubelet.conflist"),
          place.network().conflist(place.directory().resolve("addresses")));
      try (ImageStore store = new ImageStore(ImageStoreSettings.at(OwnRuntime.imagesIn(root)))) {
        for (Path image : images) {
          importInto(store, image);
        }
      }
    } catch (IOException refused) {
      throw new CommandFailure(
          "cannot prepare " + root + ": " + refused.getMessage(), "is there space?");
    }
  }

  private static void importInto(ImageStore store, Path archive) throws IOException {
    try (InputStream in = Files.newInputStream(archive)) {
      if (store.importArchive(in) instanceof ImportResult.Failed failed) {
        throw new IOException(archive + ": " + failed.message());
      }
    }
  }

  /** Where a node finds it. */
  List<String> flags() {
    return List.of("--runtime-root=" + root, "--run-dir=" + run, "--cni-conf=" + networks);
  }

  /** Removes all pods and all that it made, whoever left it. */
  void clear() {
    if (Files.isDirectory(root.resolve("sandboxes"))) {
      removeSandboxes();
    }
    // Monitors name the directories of their containers; what they hold ends with them.
    ProcessTable.mentioning(root.toString()).stream()
        .filter(entry -> entry.pid() != ProcessHandle.current().pid())
        .forEach(entry -> {
          ProcessTable.descendants(entry.pid()).forEach(each -> ProcessTable.kill(each.pid()));
          ProcessTable.kill(entry.pid());
        });
    Mounts.unmountBeneath(run);
    Mounts.unmountBeneath(root);
    boolean _ = OwnRuntime.deleteBridge(place.bridge(), root);
    DirectoryTree.delete(root);
    DirectoryTree.delete(run);
    removeIfEmpty(EmbeddedSettings.RUN);
  }

  private void removeSandboxes() {
    EmbeddedSettings settings = KubeletFlags.of(flags().toArray(String[]::new)).embedded();
    try (OwnRuntime runtime = OwnRuntime.open(settings, (level, pod, part, why, what) -> {})) {
      Sandboxes sandboxes = runtime.runtime().sandboxes();
      for (ObservedSandbox sandbox : sandboxes.list(null)) {
        sandboxes.stop(sandbox.id());
        sandboxes.remove(sandbox.id());
      }
    } catch (OutsideFailure | CommandFailure refused) {
      // Their processes and mounts are removed without it all the same.
      return;
    }
  }

  private static void removeIfEmpty(Path directory) {
    try (var entries = Files.list(directory)) {
      if (entries.findAny().isEmpty()) {
        Files.delete(directory);
      }
    } catch (IOException absent) {
      // Then there is nothing to do, or somebody else has come.
      return;
    }
  }
}
