package dev.jubelet.simulator.world;

import dev.jubelet.model.meta.ObjectMeta;
import dev.jubelet.model.objects.ConfigMap;
import dev.jubelet.model.objects.ObjectReference;
import dev.jubelet.model.objects.Secret;
import dev.jubelet.testkit.FakeObjects;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The objects that pods of a simulated node refer to: they change, come late and vanish. */
public final class SimObjects {
  static final ObjectReference CONFIG_MAP = new ObjectReference("ConfigMap", "default", "settings");
  static final ObjectReference SECRET = new ObjectReference("Secret", "default", "password");
  public static final List<ObjectReference> ALL = List.of(CONFIG_MAP, SECRET);

  /** The one key that each of them has. */
  static final String KEY = "version";

  private final FakeObjects objects;
  private final Map<ObjectReference, String> versions = new LinkedHashMap<>();

  SimObjects(FakeObjects objects) {
    this.objects = objects;
  }

  /** What an object says now, or null when there is none. */
  public @Nullable String version(ObjectReference object) {
    return versions.get(object);
  }

  public void put(ObjectReference object, String version) {
    versions.put(object, version);
    ObjectMeta metadata = metadata(object);
    if (object.equals(CONFIG_MAP)) {
      objects.put(new ConfigMap(metadata, Map.of(KEY, version), Map.of(), null));
    } else {
      objects.put(new Secret(metadata, "Opaque", Map.of(), Map.of(KEY, version), null));
    }
  }

  private static ObjectMeta metadata(ObjectReference object) {
    return new ObjectMeta(
        object.name(),
        "",
        object.namespace(),
        "",
        "",
        0,
        null,
        null,
        null,
        Map.of(),
        Map.of(),
        List.of(),
        List.of());
  }

  public void remove(ObjectReference object) {
    versions.remove(object);
    objects.remove(object);
  }
}
