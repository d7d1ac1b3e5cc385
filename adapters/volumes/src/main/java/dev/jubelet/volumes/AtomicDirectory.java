package dev.jubelet.volumes;

import dev.jubelet.decide.volume.VolumePayload;
import dev.jubelet.linux.file.OpenDirectory;
import dev.jubelet.linux.file.SafeTree;
import dev.jubelet.linux.kernel.FileFacts;
import dev.jubelet.linux.kernel.LinuxException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A directory whose files are replaced all at once, in the layout of the kubelet's AtomicWriter,
 * which tools that watch for changes rely on:
 *
 * <pre>
 *   key          → ..data/key
 *   ..data       → ..2026_11_16_00_07_48.123456789
 *   ..2026_…/key   the content
 * </pre>
 *
 * What readers see changes in one rename, that of {@code ..data}. Whoever dies before has changed
 * nothing that is seen, and the next call removes what is left; whoever dies after has only visible
 * names to add or take away, which every call looks after. The generation before the last stays
 * until the next change, so that a reader that has begun with it can finish.
 *
 * <p>Nothing is synced to the disk: after a power cut no container runs, and every byte is compared
 * before one is started. Within one life of the kernel the order of the calls is the order that
 * readers see.
 */
final class AtomicDirectory {
  static final String DATA = "..data";
  private static final String DATA_NEXT = "..data_tmp";
  private static final String NEXT = "..next";
  private static final int DIRECTORY_MODE = 0755;
  private static final DateTimeFormatter STAMP =
      DateTimeFormatter.ofPattern("'..'yyyy_MM_dd_HH_mm_ss.nnnnnnnnn", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  private final OpenDirectory root;
  private final @Nullable Long group;
  private final Supplier<Instant> clock;
  private final Steps steps;

  /** Is told after every step that changes something; tests stop there. */
  interface Steps {
    Steps UNWATCHED = step -> {};

    void done(String step);
  }

  /**
   * @param group may read all files, beside their owner; null leaves them to their owner's group
   */
  AtomicDirectory(OpenDirectory root, @Nullable Long group, Supplier<Instant> clock, Steps steps) {
    this.root = root;
    this.group = group;
    this.clock = clock;
    this.steps = steps;
  }

  /**
   * @return whether there was anything to change
   */
  boolean publish(VolumePayload payload) {
    String live = live();
    removeUnfinished();
    boolean changed = live == null || !same(live, payload);
    if (changed) {
      replace(live, payload);
    }
    addVisible(payload);
    removeInvisible(payload);
    return changed;
  }

  /** The generation that readers see, if there is one. */
  private @Nullable String live() {
    String name = root.readLink(DATA).orElse("");
    boolean usable =
        name.startsWith("..")
            && name.length() > 2
            && name.indexOf('/') < 0
            && root.facts(name).filter(FileFacts::directory).isPresent();
    return usable ? name : null;
  }

  private void removeUnfinished() {
    for (String name : List.of(NEXT, DATA_NEXT)) {
      if (root.facts(name).isPresent()) {
        SafeTree.remove(root, name);
        steps.done("removed " + name);
      }
    }
  }

  private boolean same(String generation, VolumePayload payload) {
    try (OpenDirectory directory = root.child(generation)) {
      return new FileTree(group).same(directory, payload);
    }
  }

  private void replace(@Nullable String live, VolumePayload payload) {
    // Before others are removed: a name that a reader may still hold must not come back.
    String generation = unusedName();
    removeOthers(live);
    try {
      write(payload);
      root.rename(NEXT, generation);
      steps.done("completed");
      root.symlink(generation, DATA_NEXT);
      steps.done("linked");
      if (root.readLink(DATA).isEmpty()) {
        // Only a link can be replaced by one; what else is there shows readers nothing of ours.
        SafeTree.remove(root, DATA);
      }
      root.rename(DATA_NEXT, DATA);
    } catch (LinuxException refused) {
      // A full disk must get back what this attempt took of it.
      SafeTree.remove(root, DATA_NEXT);
      SafeTree.remove(root, NEXT);
      SafeTree.remove(root, generation);
      throw refused;
    }
    steps.done("switched");
  }

  private void write(VolumePayload payload) {
    try (OpenDirectory next = root.makeChild(NEXT, DIRECTORY_MODE)) {
      steps.done("made " + NEXT);
      FileTree tree = new FileTree(group);
      tree.own(next);
      payload
          .files()
          .forEach((path, file) -> {
            tree.write(next, path, file);
            steps.done("wrote " + path);
          });
    }
  }

  private void removeOthers(@Nullable String live) {
    for (String name : root.names()) {
      boolean generation = name.startsWith("..") && !name.equals(DATA);
      if (generation && !name.equals(live)) {
        SafeTree.remove(root, name);
        steps.done("removed " + name);
      }
    }
  }

  private String unusedName() {
    Instant now = clock.get();
    String name = STAMP.format(now);
    while (root.facts(name).isPresent()) {
      now = now.plusNanos(1);
      name = STAMP.format(now);
    }
    return name;
  }

  private void addVisible(VolumePayload payload) {
    for (String name : visible(payload)) {
      String target = DATA + "/" + name;
      if (root.readLink(name).filter(target::equals).isEmpty()) {
        SafeTree.remove(root, name);
        root.symlink(target, name);
        steps.done("shows " + name);
      }
    }
  }

  private void removeInvisible(VolumePayload payload) {
    Set<String> visible = visible(payload);
    for (String name : root.names()) {
      boolean stale =
          !name.startsWith("..")
              && !visible.contains(name)
              && root.readLink(name).filter((DATA + "/" + name)::equals).isPresent();
      if (stale) {
        root.removeEntry(name);
        steps.done("hides " + name);
      }
    }
  }

  private static Set<String> visible(VolumePayload payload) {
    Set<String> names = new LinkedHashSet<>();
    for (String path : payload.files().keySet()) {
      int slash = path.indexOf('/');
      names.add(slash < 0 ? path : path.substring(0, slash));
    }
    return names;
  }
}
