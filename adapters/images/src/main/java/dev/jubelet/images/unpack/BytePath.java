package dev.jubelet.images.unpack;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * A path inside a layer, in components. Each character stands for one byte, since names in an
 * archive are bytes and need not be text.
 */
record BytePath(List<String> names) {
  private static final int NAME_MAX = 255;
  private static final int PATH_MAX = 4096;
  private static final int SHOWN_MAX = 200;

  BytePath {
    names = List.copyOf(names);
  }

  /** Reads what an archive says; a leading slash means the root of the layer. */
  static BytePath parse(String text, int depthMax) throws LayerException {
    if (text.length() > PATH_MAX) {
      throw new LayerException("a path of " + text.length() + " bytes: " + shown(text));
    }
    List<String> names = new ArrayList<>();
    for (String name : text.split("/", -1)) {
      if (name.equals("..")) {
        throw new LayerException("the path " + shown(text) + " goes up");
      }
      if (name.length() > NAME_MAX) {
        throw new LayerException("a name of " + name.length() + " bytes in " + shown(text));
      }
      if (name.indexOf('\0') >= 0) {
        throw new LayerException("a NUL in the path " + shown(text));
      }
      if (!name.isEmpty() && !name.equals(".")) {
        names.add(name);
      }
    }
    if (names.size() > depthMax) {
      throw new LayerException("a path of " + names.size() + " levels: " + shown(text));
    }
    return new BytePath(names);
  }

  static byte[] bytes(String name) {
    return name.getBytes(StandardCharsets.ISO_8859_1);
  }

  static String text(byte[] name) {
    return new String(name, StandardCharsets.ISO_8859_1);
  }

  boolean root() {
    return names.isEmpty();
  }

  String last() {
    return names.getLast();
  }

  List<String> parents() {
    return names.subList(0, names.size() - 1);
  }

  int length() {
    return names.stream().mapToInt(name -> name.length() + 1).sum();
  }

  /** Fit for a message: readable, of one line, and not endless. */
  static String shown(String path) {
    String start = path.length() > SHOWN_MAX ? path.substring(0, SHOWN_MAX) : path;
    StringBuilder text = new StringBuilder("\"");
    new String(bytes(start), StandardCharsets.UTF_8)
        .codePoints()
        .forEach(
            character -> text.appendCodePoint(Character.isISOControl(character) ? '?' : character));
    return text.append(start.length() < path.length() ? "…\"" : "\"").toString();
  }

  @Override
  public String toString() {
    return shown("/" + String.join("/", names));
  }
}
