package dev.jubelet.images.unpack;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a layer leaves open until the layers below it are known: directories that it only passes
 * through, whose attributes are those of below, and hard links to files that it does not have.
 */
public final class OpenPoints {
  // A layer with more of them is not one that a tool made.
  private static final int BYTES_MAX = 8 * 1024 * 1024;
  private static final int COST = 100;

  private final Set<BytePath> directories = new LinkedHashSet<>();
  private final Map<BytePath, BytePath> links = new LinkedHashMap<>();
  private final ImageAllowance image;
  private int bytes;
  private boolean root = true;

  OpenPoints(ImageAllowance image) {
    this.image = image;
  }

  /** The root got an entry of its own. */
  void removeRoot() {
    root = false;
  }

  boolean root() {
    return root;
  }

  void addDirectory(BytePath path) throws LayerException {
    directories.add(path);
    count(path);
  }

  /** It got an entry of its own. */
  void removeDirectory(BytePath path) {
    directories.remove(path);
  }

  void addLink(BytePath name, BytePath target) throws LayerException {
    links.put(name, target);
    count(name);
    count(target);
  }

  void removeLink(BytePath name) {
    links.remove(name);
  }

  private void count(BytePath path) throws LayerException {
    bytes += COST + path.length();
    if (bytes > BYTES_MAX) {
      throw new LayerException(
          "too many directories without an entry of their own, or hard links to other layers");
    }
    image.takeMemory(COST + path.length());
  }

  /** Outer ones before inner ones. */
  List<BytePath> directories() {
    return new ArrayList<>(directories);
  }

  /** From the name to what it is a name of. */
  Map<BytePath, BytePath> links() {
    return new LinkedHashMap<>(links);
  }
}
