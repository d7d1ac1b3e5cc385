package dev.jubelet.images.unpack;

import dev.jubelet.linux.file.BuildDirectory;
import dev.jubelet.linux.kernel.EntryFacts;
import dev.jubelet.linux.kernel.LinuxException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Copies an unpacked layer over a tree: what overlayfs would show, where there is no overlayfs; or
 * a layer as it is, for overlayfs.
 */
public final class LayerMerge {
  // Further names become files of their own: more space, the same content.
  private static final int SHARED_BYTES_MAX = 4 << 20;
  private static final int SHARED_BYTES_EACH = 200;

  private final BuildDirectory treeRoot;
  private final OwnerMap owners;
  private final boolean keepsMarks;
  private final Map<Long, BytePath> shared = new HashMap<>();
  private long sharedBytes;

  private LayerMerge(BuildDirectory treeRoot, OwnerMap owners, boolean keepsMarks) {
    this.treeRoot = treeRoot;
    this.owners = owners;
    this.keepsMarks = keepsMarks;
  }

  public static void apply(Path layer, Path tree, OwnerMap owners) throws IOException {
    merge(layer, tree, owners, false);
  }

  /** With what it says of layers below it. */
  public static void copy(Path layer, Path empty, OwnerMap owners) throws IOException {
    merge(layer, empty, owners, true);
  }

  private static void merge(Path layer, Path tree, OwnerMap owners, boolean keepsMarks)
      throws IOException {
    try (BuildDirectory from = BuildDirectory.at(layer);
        BuildDirectory to = BuildDirectory.at(tree)) {
      if (from.ownXattr(DirectoryStack.OPAQUE).isPresent()) {
        to.clear();
      }
      LayerMerge merge = new LayerMerge(to, owners, keepsMarks);
      merge.merge(from, to, List.of());
      merge.mark(from, to);
      EntryFacts facts = from.facts();
      to.setOwner(owners.user(facts.file().user()), owners.group(facts.file().group()));
      to.setMode(facts.file().permissions());
      to.setOwnTimes(facts.seconds(), facts.nanos());
    } catch (LinuxException refused) {
      throw LayerException.of("the layer cannot be copied", refused);
    }
  }

  private void merge(BuildDirectory from, BuildDirectory to, List<String> way) {
    from.names(name -> from.facts(name).ifPresent(facts -> mergeEntry(from, name, facts, to, way)));
  }

  private void mergeEntry(
      BuildDirectory from, byte[] name, EntryFacts facts, BuildDirectory to, List<String> way) {
    Optional<EntryFacts> there = to.facts(name);
    boolean isDirectory = facts.file().directory();
    boolean merged = isDirectory && there.isPresent() && there.get().file().directory();
    if (there.isPresent() && !merged) {
      to.remove(name);
    }
    if (facts.whiteout()) {
      if (keepsMarks) {
        to.makeWhiteout(name);
      }
      return;
    }
    if (!isDirectory) {
      copy(from, name, facts, to, way);
      return;
    }
    if (!merged) {
      to.makeDirectory(name);
    }
    List<String> inner = new ArrayList<>(way);
    inner.add(BytePath.text(name));
    try (BuildDirectory source = from.child(name);
        BuildDirectory target = to.child(name)) {
      if (merged && source.ownXattr(DirectoryStack.OPAQUE).isPresent()) {
        target.clear();
      }
      merge(source, target, inner);
      mark(source, target);
    }
    EntryCopy.attributes(from, name, facts, to, name, owners);
  }

  private void mark(BuildDirectory from, BuildDirectory to) {
    if (keepsMarks) {
      from.ownXattr(DirectoryStack.OPAQUE)
          .ifPresent(value -> to.setOwnXattr(DirectoryStack.OPAQUE, value));
    }
  }

  private void copy(
      BuildDirectory from, byte[] name, EntryFacts facts, BuildDirectory to, List<String> way) {
    boolean severalNames = facts.file().links() > 1;
    BytePath first = severalNames ? shared.get(facts.file().inode()) : null;
    if (first != null) {
      try (DirectoryDescent walk = DirectoryDescent.to(treeRoot, first.parents())) {
        to.hardLink(walk.directory(), BytePath.bytes(first.last()), name);
      }
      return;
    }
    EntryCopy.copy(from, name, facts, to, name, owners);
    if (severalNames && sharedBytes < SHARED_BYTES_MAX) {
      List<String> path = new ArrayList<>(way);
      path.add(BytePath.text(name));
      sharedBytes += SHARED_BYTES_EACH + name.length + 8L * path.size();
      shared.put(facts.file().inode(), new BytePath(path));
    }
  }
}
