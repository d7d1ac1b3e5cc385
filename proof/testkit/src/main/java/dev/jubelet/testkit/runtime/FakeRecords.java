package dev.jubelet.testkit.runtime;

import dev.jubelet.model.runtime.ContainerId;
import dev.jubelet.model.runtime.SandboxId;
import dev.jubelet.model.runtime.config.ContainerConfig;
import dev.jubelet.model.runtime.config.SandboxConfig;
import dev.jubelet.ports.runtime.RuntimeRecords;
import java.util.Map;
import java.util.Optional;

/** What the fake runtime was asked for. */
final class FakeRecords implements RuntimeRecords {
  private final RuntimeState state;

  FakeRecords(RuntimeState state) {
    this.state = state;
  }

  @Override
  public Optional<SandboxConfig> sandbox(SandboxId id) {
    synchronized (state) {
      return Optional.ofNullable(state.sandboxes.get(id)).map(known -> known.config);
    }
  }

  @Override
  public Optional<ContainerConfig> container(ContainerId id) {
    synchronized (state) {
      return Optional.ofNullable(state.containers.get(id)).map(known -> known.config);
    }
  }

  @Override
  public Map<String, String> details(String id) {
    synchronized (state) {
      boolean known =
          id.isEmpty()
              || state.sandboxes.containsKey(new SandboxId(id))
              || state.containers.containsKey(new ContainerId(id));
      return known ? Map.of("info", "{\"pid\":1}") : Map.of();
    }
  }
}
