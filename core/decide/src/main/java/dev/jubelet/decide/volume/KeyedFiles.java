package dev.jubelet.decide.volume;

import dev.jubelet.decide.environment.ResolvedValue;
import dev.jubelet.model.objects.Blob;
import dev.jubelet.model.volume.projection.KeyToPath;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Keys of a ConfigMap or Secret as files: all of them, or those that {@code items} chooses. */
final class KeyedFiles {
  private KeyedFiles() {}

  /**
   * @param missingKey what is said before the name of a key that is not there
   */
  static ResolvedValue<Map<String, VolumeFile>> of(
      Map<String, Blob> keys,
      List<KeyToPath> items,
      boolean optional,
      int defaultMode,
      String missingKey) {
    Map<String, VolumeFile> files = new LinkedHashMap<>();
    if (items.isEmpty()) {
      keys.forEach((key, content) -> files.put(key, new VolumeFile(content, defaultMode)));
      return ResolvedValue.value(files);
    }
    for (KeyToPath item : items) {
      Blob content = keys.get(item.key());
      if (content == null && !optional) {
        return ResolvedValue.refused(missingKey + item.key());
      }
      if (content != null) {
        Integer mode = item.mode();
        files.put(item.path(), new VolumeFile(content, mode == null ? defaultMode : mode));
      }
    }
    return ResolvedValue.value(files);
  }
}
