package dev.jubelet.acceptance;

import dev.jubelet.cri.CriRuntime;
import dev.jubelet.cri.CriSettings;
import dev.jubelet.ports.MemoryBudget;
import dev.jubelet.ports.runtime.ContainerRuntime;

/** A real containerd behind our CRI client, held to the contract of every runtime. */
final class RealRuntime implements MachineRuntime {
  private final RealNode node;
  private final CriRuntime cri;
  private final boolean tellsEvents;

  RealRuntime(TestRuntime containerd, boolean tellsEvents) {
    this.tellsEvents = tellsEvents;
    node = RealParts.node(containerd.exactly());
    cri =
        CriRuntime.connect(
            node.runtime().endpoint(),
            CriSettings.DEFAULT,
            new MemoryBudget("answers of the runtime", 32 << 20));
  }

  @Override
  public ContainerRuntime runtime() {
    return cri.runtime();
  }

  @Override
  public boolean tellsEvents() {
    return tellsEvents;
  }

  @Override
  public String logRoot() {
    return node.logs().toString();
  }

  @Override
  public String cgroupParent() {
    return "/" + node.cgroupRoot();
  }

  @Override
  public void close() {
    cri.close();
    node.close();
  }
}
