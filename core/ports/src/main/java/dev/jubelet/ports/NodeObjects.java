package dev.jubelet.ports;

import dev.jubelet.model.objects.ConfigMap;
import dev.jubelet.model.objects.ObjectReference;
import dev.jubelet.model.objects.PersistentVolume;
import dev.jubelet.model.objects.PersistentVolumeClaim;
import dev.jubelet.model.objects.Secret;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The objects that pods refer to: those of the API server, or those of the manifest directory where
 * there is none. Answers come from memory and do not block.
 */
public interface NodeObjects {
  Optional<ConfigMap> configMap(String namespace, String name);

  Optional<Secret> secret(String namespace, String name);

  Optional<PersistentVolumeClaim> claim(String namespace, String name);

  List<PersistentVolume> persistentVolumes();

  /** The listener is told after an object came, changed or went. */
  void onChange(Consumer<ObjectReference> listener);
}
