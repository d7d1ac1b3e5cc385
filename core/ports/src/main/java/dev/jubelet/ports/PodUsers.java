package dev.jubelet.ports;

import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.runtime.config.IdRange;
import java.util.Map;

/** Which pod has which users of the machine for its own. Kept beside the pod's other files. */
public interface PodUsers {
  /**
   * Of every pod that has files on this node. A damaged file is set aside and told, and counts as
   * what the pod's processes have. Fails when that cannot be done: then nobody knows what is free.
   */
  Map<PodUid, IdRange> taken();

  void write(PodUid uid, IdRange range);
}
