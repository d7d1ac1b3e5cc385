package dev.jubelet.model.objects;

import dev.jubelet.model.meta.ObjectMeta;
import dev.jubelet.model.meta.Ordered;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Its text form names the keys only.
 *
 * @param stringData as manifests may have it; it wins over {@code data}
 */
public record Secret(
    ObjectMeta metadata,
    String type,
    Map<String, Blob> data,
    Map<String, String> stringData,
    @Nullable Boolean immutable)
    implements NodeObject {
  public Secret {
    data = Ordered.copyOf(data);
    stringData = Ordered.copyOf(stringData);
  }

  public Map<String, Blob> files() {
    Map<String, Blob> files = new LinkedHashMap<>(data);
    stringData.forEach((key, text) -> files.put(key, Blob.of(text)));
    return Ordered.copyOf(files);
  }

  @Override
  public String toString() {
    return "Secret["
        + metadata.namespace()
        + "/"
        + metadata.name()
        + ", type="
        + type
        + ", keys="
        + files().keySet()
        + "]";
  }
}
