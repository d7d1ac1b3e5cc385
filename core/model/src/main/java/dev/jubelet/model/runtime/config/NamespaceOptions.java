package dev.jubelet.model.runtime.config;

import java.util.List;
import org.jspecify.annotations.Nullable;

public record NamespaceOptions(
    Mode network, Mode pid, Mode ipc, String targetId, @Nullable UserNamespace user) {
  /**
   * CRI NamespaceMode: shared within the pod, private to the container, the node's, or another's.
   */
  public enum Mode {
    POD,
    CONTAINER,
    NODE,
    TARGET
  }

  public record UserNamespace(Mode mode, List<IdMapping> uids, List<IdMapping> gids) {
    public UserNamespace {
      uids = List.copyOf(uids);
      gids = List.copyOf(gids);
    }
  }

  public record IdMapping(int hostId, int containerId, int length) {}
}
