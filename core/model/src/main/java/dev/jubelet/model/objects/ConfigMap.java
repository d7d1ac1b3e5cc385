package dev.jubelet.model.objects;

import dev.jubelet.model.meta.ObjectMeta;
import dev.jubelet.model.meta.Ordered;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

public record ConfigMap(
    ObjectMeta metadata,
    Map<String, String> data,
    Map<String, Blob> binaryData,
    @Nullable Boolean immutable)
    implements NodeObject {
  public ConfigMap {
    data = Ordered.copyOf(data);
    binaryData = Ordered.copyOf(binaryData);
  }

  /** All keys, as files get them. Kubernetes: a key is in one of the two maps only. */
  public Map<String, Blob> files() {
    Map<String, Blob> files = new LinkedHashMap<>();
    data.forEach((key, text) -> files.put(key, Blob.of(text)));
    files.putAll(binaryData);
    return Ordered.copyOf(files);
  }
}
