package dev.jubelet.sources;

import dev.jubelet.codec.PodManifests;
import dev.jubelet.model.objects.NodeObject;
import dev.jubelet.model.pod.Pod;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What is known of the manifests in a directory, or of a single one. It has no thread: its owner
 * tells it when to look.
 */
final class ManifestFolder {
  /**
   * @param stamp of the content that was last read, absent when it could not be
   * @param state names that content or the reason why there is none; a problem is told once for
   *     each
   * @param pods the pods of the last good content
   * @param objects its other objects
   */
  private record Entry(
      ManifestFile.@Nullable Stamp stamp, String state, List<Pod> pods, List<NodeObject> objects) {
    static final Entry NONE = new Entry(null, "", List.of(), List.of());

    Entry read(ManifestFile.@Nullable Stamp newStamp, String newState) {
      return new Entry(newStamp, newState, pods, objects);
    }

    boolean isEmpty() {
      return pods.isEmpty() && objects.isEmpty();
    }
  }

  private final Path path;
  private final StaticPods staticPods;
  private final ManifestMemory memory;
  private final TreeMap<String, Entry> entries = new TreeMap<>();
  private final List<String> news = new ArrayList<>();
  private Set<String> toldRefusals = Set.of();
  private String pathState = "";

  ManifestFolder(Path path, StaticPods staticPods, ManifestMemory memory) {
    this.path = path;
    this.staticPods = staticPods;
    this.memory = memory;
  }

  /** Looks at everything. False when not even the list of files could be had. */
  boolean lookAtAll() {
    if (Files.isRegularFile(path)) {
      pathState = "";
      entries.keySet().retainAll(Set.of(nameOf(path)));
      lookAt(path, false);
      return true;
    }
    Set<String> names = new TreeSet<>();
    try (DirectoryStream<Path> listing = Files.newDirectoryStream(path)) {
      listing.forEach(file -> names.add(nameOf(file)));
    } catch (NoSuchFileException absent) {
      entries.clear();
      tellOfPath(path + ": does not exist; there are no static pods until it does");
      return true;
    } catch (IOException | DirectoryIteratorException failed) {
      IOException cause = failed instanceof IOException io ? io : ioCause(failed);
      tellOfPath(path + ": cannot be listed: " + ManifestFile.reason(cause));
      return false;
    }
    pathState = "";
    entries.keySet().retainAll(names);
    for (String name : names) {
      if (!name.startsWith(".")) {
        lookAt(path.resolve(name), false);
      }
    }
    return true;
  }

  private static IOException ioCause(Exception failed) {
    return failed.getCause() instanceof IOException io ? io : new IOException(failed);
  }

  /** Looks at one entry after an event, whatever its stamp says. */
  void lookAtOne(String name) {
    boolean single = Files.isRegularFile(path);
    if (single ? name.equals(nameOf(path)) : !name.startsWith(".")) {
      lookAt(single ? path : path.resolve(name), true);
    }
  }

  private void lookAt(Path file, boolean evenIfUnchanged) {
    String name = nameOf(file);
    Entry known = entries.get(name);
    ManifestFile.Stamp stamp = known == null || evenIfUnchanged ? null : known.stamp();
    switch (ManifestFile.look(file, stamp)) {
      case ManifestFile.Unchanged _ -> {}
      case ManifestFile.Gone _, ManifestFile.NotForUs _ -> entries.remove(name);
      case ManifestFile.Unusable unusable -> {
        String state = "unusable: " + unusable.why();
        if (known == null || !known.state().equals(state)) {
          news.add(file + ": " + unusable.why() + kept(known));
        }
        entries.put(name, (known == null ? Entry.NONE : known).read(null, state));
      }
      case ManifestFile.Content content -> {
        String state = ManifestFile.digest(content.text().getBytes(StandardCharsets.UTF_8));
        Entry entry =
            known != null && known.state().equals(state)
                ? known
                : parse(file, content.text(), known == null ? Entry.NONE : known);
        entries.put(name, entry.read(content.stamp(), state));
      }
    }
  }

  /** A manifest counts as a whole: with an error anywhere, what it said before stays. */
  private Entry parse(Path file, String text, Entry known) {
    PodManifests.Parsed parsed = PodManifests.parseStatic(text, file.toString());
    news.addAll(parsed.sentences());
    String lacking = parsed.usable() ? memory.take(nameOf(file), parsed) : "";
    if (!lacking.isEmpty()) {
      news.add(file + ": there is no memory for it: " + lacking + kept(known));
      return known;
    }
    if (parsed.usable()) {
      List<Pod> pods =
          parsed.pods().stream().map(pod -> staticPods.own(pod, file.toString())).toList();
      return new Entry(null, "", pods, parsed.objects());
    }
    if (!known.isEmpty()) {
      news.add(file + ": has errors" + kept(known));
    }
    return known;
  }

  private static String kept(@Nullable Entry known) {
    return known == null || known.isEmpty() ? "" : "; its last good content stays in force";
  }

  /** All pods in the order of file names; of two pods with one name the first counts. */
  List<Pod> pods() {
    memory.retain(entries.keySet());
    UniquePods names = new UniquePods();
    entries.forEach(
        (name, entry) -> entry.pods().forEach(pod -> names.add(pod, fileOf(name).toString())));
    List<String> refusals = names.refusals();
    refusals.stream().filter(refusal -> !toldRefusals.contains(refusal)).forEach(news::add);
    toldRefusals = new LinkedHashSet<>(refusals);
    staticPods.keepOnly(names.uids());
    return names.pods();
  }

  /** All other objects in the order of file names. */
  List<ManifestObjects.Placed> objects() {
    List<ManifestObjects.Placed> all = new ArrayList<>();
    entries.forEach((name, entry) ->
        entry
            .objects()
            .forEach(
                object -> all.add(new ManifestObjects.Placed(object, fileOf(name).toString()))));
    return all;
  }

  private Path fileOf(String name) {
    return nameOf(path).equals(name) && Files.isRegularFile(path) ? path : path.resolve(name);
  }

  /** The problems since the last time. */
  List<String> takeNews() {
    List<String> taken = List.copyOf(news);
    news.clear();
    return taken;
  }

  private void tellOfPath(String state) {
    if (!pathState.equals(state)) {
      pathState = state;
      news.add(state);
    }
  }

  private static String nameOf(Path file) {
    return Objects.toString(file.getFileName(), "");
  }
}
