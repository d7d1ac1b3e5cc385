package dev.jubelet.cri;

import dev.jubelet.cri.wire.Container;
import dev.jubelet.cri.wire.ContainerFilter;
import dev.jubelet.cri.wire.ListContainersRequest;
import dev.jubelet.cri.wire.RuntimeServiceGrpc;
import dev.jubelet.model.runtime.ObservedContainer;
import dev.jubelet.model.runtime.SandboxId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/**
 * In which sandbox a container is, which never changes and which CRI tells in lists only, not with
 * a container's status. What has not been seen here is asked for.
 */
final class SandboxOfContainer {
  private final CriCalls calls;
  private final Map<String, SandboxId> known = new ConcurrentHashMap<>();

  SandboxOfContainer(CriCalls calls) {
    this.calls = calls;
  }

  void learn(String container, SandboxId sandbox) {
    known.put(container, sandbox);
  }

  void forget(String container) {
    known.remove(container);
  }

  /** After a list of everything; what was created meanwhile is learnt again when needed. */
  void keepOnly(List<ObservedContainer> all) {
    if (known.size() > all.size()) {
      known
          .keySet()
          .retainAll(all.stream().map(each -> each.id().value()).collect(Collectors.toSet()));
    }
  }

  /** Empty when the container is gone. */
  Optional<SandboxId> find(String container) {
    SandboxId seen = known.get(container);
    if (seen != null) {
      return Optional.of(seen);
    }
    ListContainersRequest request =
        ListContainersRequest.newBuilder()
            .setFilter(ContainerFilter.newBuilder().setId(container))
            .build();
    for (Container found :
        calls.ask(RuntimeServiceGrpc.getListContainersMethod(), request).getContainersList()) {
      if (found.getId().equals(container)) {
        SandboxId sandbox = new SandboxId(found.getPodSandboxId());
        learn(container, sandbox);
        return Optional.of(sandbox);
      }
    }
    return Optional.empty();
  }
}
