package dev.jubelet.decide.config.annotation;

import dev.jubelet.json.JsonObject;
import dev.jubelet.json.JsonWriter;
import dev.jubelet.model.container.Container;
import java.util.StringJoiner;

/**
 * Tells whether a running container is still the one that is wanted: its name and image, and
 * nothing else, make it another. The number is the Go kubelet's, so that a node can change hands
 * without a restart. That kubelet hashes a debugging dump of the JSON's bytes, not the JSON: {@code
 * ([]uint8)[123 34 …]}.
 */
public final class ContainerHash {
  private static final int FNV_OFFSET = 0x811c9dc5;
  private static final int FNV_PRIME = 0x01000193;

  private ContainerHash() {}

  /** As it stands in the annotation: hexadecimal without leading zeros. */
  public static String of(Container container) {
    return of(container.name(), container.image());
  }

  static String of(String name, String image) {
    String json = JsonWriter.go(new JsonObject().put("image", image).put("name", name).build());
    return Integer.toHexString(fnv32a(dump(json)));
  }

  private static String dump(String json) {
    StringJoiner bytes = new StringJoiner(" ", "([]uint8)[", "]");
    json.codePoints().forEach(point -> addUtf8(bytes, point));
    return bytes.toString();
  }

  private static void addUtf8(StringJoiner bytes, int point) {
    if (point < 0x80) {
      add(bytes, point);
    } else if (point < 0x800) {
      add(bytes, 0xc0 | (point >> 6));
      add(bytes, 0x80 | (point & 0x3f));
    } else if (point < 0x10000) {
      add(bytes, 0xe0 | (point >> 12));
      add(bytes, 0x80 | ((point >> 6) & 0x3f));
      add(bytes, 0x80 | (point & 0x3f));
    } else {
      add(bytes, 0xf0 | (point >> 18));
      add(bytes, 0x80 | ((point >> 12) & 0x3f));
      add(bytes, 0x80 | ((point >> 6) & 0x3f));
      add(bytes, 0x80 | (point & 0x3f));
    }
  }

  private static void add(StringJoiner bytes, int value) {
    bytes.add(Integer.toString(value));
  }

  private static int fnv32a(String ascii) {
    int hash = FNV_OFFSET;
    for (int at = 0; at < ascii.length(); at++) {
      hash = (hash ^ ascii.charAt(at)) * FNV_PRIME;
    }
    return hash;
  }
}
