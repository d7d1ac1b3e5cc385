package dev.jubelet.runtime.inventory;

import dev.jubelet.model.runtime.ObservedSandbox;
import dev.jubelet.model.runtime.SandboxId;
import dev.jubelet.model.runtime.config.NamespaceOptions.Mode;
import dev.jubelet.model.runtime.config.SandboxConfig;
import dev.jubelet.runtime.state.RecordStore;
import dev.jubelet.runtime.state.SandboxRecord;
import java.util.List;

/** One sandbox. */
public final class SandboxEntry extends RuntimeEntry<SandboxRecord> {
  public SandboxEntry(RecordStore<SandboxRecord> shelf, SandboxRecord record) {
    super(shelf, "sandbox", record.id(), record.config().uid(), record);
  }

  @Override
  SandboxRecord kept(SandboxRecord whole) {
    return whole;
  }

  public boolean ready() {
    return record().phase() == SandboxRecord.Phase.READY;
  }

  public static String name(SandboxConfig config) {
    return String.join(
        "_", config.name(), config.namespace(), config.uid(), Integer.toString(config.attempt()));
  }

  public static boolean onNodesNetwork(SandboxConfig config) {
    return config.security().namespaces().network() == Mode.NODE;
  }

  public static boolean onNodesIpc(SandboxConfig config) {
    return config.security().namespaces().ipc() == Mode.NODE;
  }

  /** With processes that see each other: their namespace is there as long as its first process. */
  public static boolean needsPause(SandboxConfig config) {
    return config.security().namespaces().pid() == Mode.POD;
  }

  /**
   * @param addresses whether they are told; a list has none
   */
  public ObservedSandbox seen(boolean addresses) {
    SandboxRecord now = record();
    SandboxConfig config = now.config();
    boolean ready = now.phase() == SandboxRecord.Phase.READY;
    return new ObservedSandbox(
        new SandboxId(now.id()),
        config.name(),
        config.namespace(),
        uid(),
        config.attempt(),
        ready,
        now.createdAt(),
        ready && addresses ? now.ips() : List.of(),
        config.security().namespaces().network(),
        now.asked(),
        config.labels(),
        config.annotations());
  }
}
