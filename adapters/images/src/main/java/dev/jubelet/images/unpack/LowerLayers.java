package dev.jubelet.images.unpack;

import dev.jubelet.linux.file.BuildDirectory;
import dev.jubelet.linux.kernel.EntryFacts;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The layers below one, the nearest first, looked at as overlayfs will show them. */
final class LowerLayers implements AutoCloseable {
  private final List<BuildDirectory> roots = new ArrayList<>();

  static LowerLayers at(List<Path> directories) {
    LowerLayers layers = new LowerLayers();
    boolean complete = false;
    try {
      for (Path directory : directories) {
        layers.roots.add(BuildDirectory.at(directory));
      }
      complete = true;
      return layers;
    } finally {
      if (!complete) {
        layers.close();
      }
    }
  }

  /** What has that path: the directory that holds it, and what it is. */
  record Found(DirectoryDescent walk, EntryFacts facts) implements AutoCloseable {
    @Override
    public void close() {
      walk.close();
    }
  }

  /** Empty when no layer has it, or a higher one hides it. */
  Optional<Found> find(BytePath path) {
    for (BuildDirectory root : roots) {
      DirectoryDescent walk = DirectoryDescent.to(root, path.parents());
      boolean kept = false;
      try {
        Optional<EntryFacts> facts = walk.facts(path.last());
        if (facts.isPresent()) {
          kept = !facts.get().whiteout();
          return kept ? Optional.of(new Found(walk, facts.get())) : Optional.empty();
        }
        if (walk.hides()) {
          return Optional.empty();
        }
      } finally {
        if (!kept) {
          walk.close();
        }
      }
    }
    return Optional.empty();
  }

  @Override
  public void close() {
    roots.forEach(BuildDirectory::close);
    roots.clear();
  }
}
