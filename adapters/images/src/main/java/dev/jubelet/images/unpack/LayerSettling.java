package dev.jubelet.images.unpack;

import dev.jubelet.linux.file.BuildDirectory;
import dev.jubelet.linux.kernel.EntryFacts;
import dev.jubelet.linux.kernel.LinuxException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Closes a layer's open points once the layers below it are known. */
public final class LayerSettling {
  private LayerSettling() {}

  /**
   * @param lowers directories of the unpacked layers below, the nearest first
   * @param image pays for files that are copied from below
   */
  public static void settle(
      Path directory, OpenPoints open, List<Path> lowers, ImageAllowance image) throws IOException {
    try (BuildDirectory root = BuildDirectory.at(directory);
        LowerLayers below = LowerLayers.at(lowers)) {
      if (open.root()) {
        rootLikeBelow(root, lowers);
      }
      for (BytePath path : open.directories()) {
        likeBelow(root, path, below);
      }
      for (Map.Entry<BytePath, BytePath> link : open.links().entrySet()) {
        link(root, link.getKey(), link.getValue(), below, image);
      }
    } catch (LinuxException refused) {
      throw LayerException.of("the layer cannot be unpacked", refused);
    }
  }

  private static void rootLikeBelow(BuildDirectory root, List<Path> lowers) {
    if (lowers.isEmpty()) {
      return;
    }
    try (BuildDirectory lower = BuildDirectory.at(lowers.getFirst())) {
      EntryFacts facts = lower.facts();
      root.setOwner(facts.file().user(), facts.file().group());
      root.setMode(facts.file().permissions());
      root.setOwnTimes(facts.seconds(), facts.nanos());
    }
  }

  /** A directory without an entry of its own looks as it does below, if there is one below. */
  private static void likeBelow(BuildDirectory root, BytePath path, LowerLayers below) {
    try (DirectoryDescent walk = DirectoryDescent.to(root, path.parents())) {
      Optional<EntryFacts> mine = walk.facts(path.last());
      if (mine.isEmpty() || !mine.get().file().directory()) {
        // The layer replaced it later.
        return;
      }
      byte[] name = BytePath.bytes(path.last());
      if (walk.directory().xattr(name, DirectoryStack.OPAQUE).isPresent()) {
        return;
      }
      Optional<LowerLayers.Found> found = below.find(path);
      if (found.isPresent()) {
        try (LowerLayers.Found lower = found.get()) {
          if (lower.facts().file().directory()) {
            EntryCopy.attributes(
                lower.walk().directory(),
                name,
                lower.facts(),
                walk.directory(),
                name,
                OwnerMap.NONE);
          }
        }
      }
    }
  }

  private static void link(
      BuildDirectory root, BytePath path, BytePath target, LowerLayers below, ImageAllowance image)
      throws IOException {
    byte[] name = BytePath.bytes(path.last());
    byte[] other = BytePath.bytes(target.last());
    try (DirectoryDescent here = DirectoryDescent.to(root, path.parents())) {
      if (!here.arrived() || here.facts(path.last()).isPresent()) {
        return;
      }
      try (DirectoryDescent there = DirectoryDescent.to(root, target.parents())) {
        Optional<EntryFacts> facts = there.facts(target.last());
        if (facts.isPresent() && !facts.get().whiteout() && !facts.get().file().directory()) {
          // It came after its other name.
          here.directory().hardLink(there.directory(), other, name);
          return;
        }
        Optional<LowerLayers.Found> found =
            facts.isPresent() || there.hides() ? Optional.empty() : below.find(target);
        if (found.isEmpty()) {
          throw new LayerException(path + " is a hard link to " + target + ", which is not there");
        }
        try (LowerLayers.Found lower = found.get()) {
          if (lower.facts().file().directory()) {
            throw new LayerException(path + " is a hard link to the directory " + target);
          }
          if (lower.facts().file().regular()) {
            image.takeBytes(lower.facts().file().size());
          }
          EntryCopy.copy(
              lower.walk().directory(),
              other,
              lower.facts(),
              here.directory(),
              name,
              OwnerMap.NONE);
        }
      }
    }
  }
}
