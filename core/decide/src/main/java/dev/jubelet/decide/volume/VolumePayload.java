package dev.jubelet.decide.volume;

import dev.jubelet.decide.environment.ResolvedValue;
import dev.jubelet.model.meta.Ordered;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The files of a volume by their path in it, sorted. The paths are clean, lead nowhere else, and no
 * file stands where another one needs a directory.
 */
public record VolumePayload(Map<String, VolumeFile> files) {
  public static final VolumePayload EMPTY = new VolumePayload(Map.of());

  public VolumePayload {
    files = Ordered.copyOf(files);
  }

  /** Checks paths as people wrote them, and makes them clean. */
  public static ResolvedValue<VolumePayload> of(Map<String, VolumeFile> written) {
    SortedMap<String, VolumeFile> clean = new TreeMap<>();
    for (Map.Entry<String, VolumeFile> file : written.entrySet()) {
      Optional<String> problem = PayloadPaths.problem(file.getKey());
      if (problem.isPresent()) {
        return ResolvedValue.refused(problem.get());
      }
      clean.put(PayloadPaths.clean(file.getKey()), file.getValue());
    }
    for (String path : clean.keySet()) {
      for (int at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1)) {
        if (clean.containsKey(path.substring(0, at))) {
          return ResolvedValue.refused(
              "conflicting paths: \"" + path.substring(0, at) + "\" and \"" + path + "\"");
        }
      }
    }
    return ResolvedValue.value(new VolumePayload(new LinkedHashMap<>(clean)));
  }
}
