package dev.jubelet.testkit;

import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** Files on the node as far as fakes share them: container logs and termination messages. */
public final class FakeFiles {
  private final SortedMap<String, String> texts = new TreeMap<>();

  public synchronized void write(String path, String text) {
    texts.put(path, text);
  }

  public synchronized void append(String path, String text) {
    texts.merge(path, text, String::concat);
  }

  public synchronized Optional<String> read(String path) {
    return Optional.ofNullable(texts.get(path));
  }

  public synchronized boolean exists(String path) {
    return texts.containsKey(path);
  }

  /** Removes the directory and all that is below it. */
  public synchronized void removeTree(String directory) {
    // '0' follows '/' in the order of characters, so the range is exactly what is below.
    texts.subMap(directory + "/", directory + "0").clear();
  }

  /** The paths of all files in a directory and in those below it. */
  synchronized List<String> below(String directory) {
    return List.copyOf(texts.subMap(directory + "/", directory + "0").keySet());
  }

  /** The directories directly in {@code parent} whose names end so, as far as files are in them. */
  synchronized SortedSet<String> directories(String parent, String ending) {
    SortedSet<String> found = new TreeSet<>();
    for (String path : texts.subMap(parent + "/", parent + "0").keySet()) {
      int end = path.indexOf('/', parent.length() + 1);
      if (end > 0 && path.substring(0, end).endsWith(ending)) {
        found.add(path.substring(0, end));
      }
    }
    return found;
  }

  public synchronized SortedMap<String, String> all() {
    return new TreeMap<>(texts);
  }
}
