package dev.jubelet.decide.config.annotation;

import dev.jubelet.json.JsonObject;
import dev.jubelet.json.JsonWriter;
import dev.jubelet.model.container.Container;
import java.nio.charset.StandardCharsets;
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
    for (byte each : json.getBytes(StandardCharsets.UTF_8)) {
      bytes.add(Integer.toString(Byte.toUnsignedInt(each)));
    }
    return bytes.toString();
  }

  private static int fnv32a(String ascii) {
    int hash = FNV_OFFSET;
    for (int at = 0; at < ascii.length(); at++) {
      hash = (hash ^ ascii.charAt(at)) * FNV_PRIME;
    }
    return hash;
  }
}
