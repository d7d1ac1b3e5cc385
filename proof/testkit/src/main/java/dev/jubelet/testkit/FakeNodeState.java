package dev.jubelet.testkit;

import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.NodeState;
import dev.jubelet.ports.OutsideFailure;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** State that outlives a life of ours in memory. A test may damage it or fill its disk. */
public final class FakeNodeState implements NodeState {
  private final Map<String, String> kept = new LinkedHashMap<>();
  private Optional<String> damage = Optional.empty();
  private boolean diskFull;
  private int saves;

  @Override
  public synchronized Kept load(String name) {
    return new Kept(Optional.ofNullable(kept.get(name)), damage);
  }

  @Override
  public synchronized void save(String name, String content) {
    if (diskFull) {
      throw new OutsideFailure(FailureKind.EXHAUSTED, "no space left on device");
    }
    saves++;
    kept.put(name, content);
  }

  @Override
  public synchronized List<String> names(String prefix) {
    return kept.keySet().stream().filter(name -> name.startsWith(prefix)).sorted().toList();
  }

  @Override
  public synchronized void remove(String name) {
    kept.remove(name);
  }

  @Override
  public synchronized String setAside(String name) {
    String content = kept.remove(name);
    kept.put(name + ".damaged", content == null ? "" : content);
    return name + ".damaged";
  }

  public synchronized Optional<String> content(String name) {
    return Optional.ofNullable(kept.get(name));
  }

  public synchronized void put(String name, String content) {
    kept.put(name, content);
  }

  /** The next load says that it found something broken, and has nothing. */
  public synchronized void damaged(String what) {
    kept.clear();
    damage = Optional.of(what);
  }

  public synchronized void diskFull(boolean full) {
    diskFull = full;
  }

  public synchronized int saves() {
    return saves;
  }
}
