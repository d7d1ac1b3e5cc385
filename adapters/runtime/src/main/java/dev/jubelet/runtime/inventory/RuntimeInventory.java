package dev.jubelet.runtime.inventory;

import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import java.security.SecureRandom;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** All sandboxes and containers, and who has which name. */
public final class RuntimeInventory {
  private static final int ID_BYTES = 32;

  private final Map<String, SandboxEntry> sandboxes = new ConcurrentHashMap<>();
  private final Map<String, ContainerEntry> containers = new ConcurrentHashMap<>();
  private final Map<String, String> names = new ConcurrentHashMap<>();
  private final Set<String> unclaimed = ConcurrentHashMap.newKeySet();
  private final SecureRandom random = new SecureRandom();

  public String newId() {
    byte[] bytes = new byte[ID_BYTES];
    random.nextBytes(bytes);
    return HexFormat.of().formatHex(bytes);
  }

  public void add(SandboxEntry sandbox) {
    sandboxes.put(sandbox.id(), sandbox);
  }

  public void add(ContainerEntry container) {
    containers.put(container.id(), container);
  }

  public Optional<SandboxEntry> sandbox(String id) {
    return Optional.ofNullable(sandboxes.get(id));
  }

  public Optional<ContainerEntry> container(String id) {
    return Optional.ofNullable(containers.get(id));
  }

  /**
   * @throws OutsideFailure NOT_FOUND when nobody knows it
   */
  public SandboxEntry requireSandbox(String id) {
    return sandbox(id)
        .orElseThrow(() -> new OutsideFailure(FailureKind.NOT_FOUND, "no sandbox " + id));
  }

  /**
   * @throws OutsideFailure NOT_FOUND when nobody knows it
   */
  public ContainerEntry requireContainer(String id) {
    return container(id)
        .orElseThrow(() -> new OutsideFailure(FailureKind.NOT_FOUND, "no container " + id));
  }

  public Collection<SandboxEntry> sandboxes() {
    return sandboxes.values();
  }

  public Collection<ContainerEntry> containers() {
    return containers.values();
  }

  public List<ContainerEntry> containersOf(String sandbox) {
    return containers.values().stream()
        .filter(each -> each.record().sandbox().equals(sandbox))
        .toList();
  }

  public void forgetSandbox(String id) {
    sandboxes.remove(id);
    release(id);
  }

  public void forgetContainer(String id) {
    containers.remove(id);
    release(id);
  }

  /**
   * @throws OutsideFailure ALREADY_EXISTS when somebody else has it
   */
  public void reserve(String name, String id) {
    String holder = names.putIfAbsent(name, id);
    if (holder != null && !holder.equals(id)) {
      throw new OutsideFailure(
          FailureKind.ALREADY_EXISTS, "the name \"" + name + "\" is reserved for " + holder);
    }
  }

  public Optional<String> holder(String name) {
    return Optional.ofNullable(names.get(name));
  }

  public void release(String id) {
    names.values().removeIf(id::equals);
    unclaimed.remove(id);
  }

  /** It was made for somebody who did not wait for it, and who may ask again. */
  public void leaveUnclaimed(String id) {
    unclaimed.add(id);
  }

  /** True for the first who asks. */
  public boolean claim(String id) {
    return unclaimed.remove(id);
  }
}
