package dev.jubelet.sources;

import dev.jubelet.model.objects.ConfigMap;
import dev.jubelet.model.objects.NodeObject;
import dev.jubelet.model.objects.ObjectReference;
import dev.jubelet.model.objects.PersistentVolume;
import dev.jubelet.model.objects.PersistentVolumeClaim;
import dev.jubelet.model.objects.Secret;
import dev.jubelet.ports.MemoryBudget;
import dev.jubelet.ports.NodeObjects;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The objects of all manifests of this node. Of two objects with one name the first counts: in the
 * order of the sources' names, then of files, then of documents. An immutable one stays what it is
 * for as long as its manifest names it.
 */
public final class ManifestObjects implements NodeObjects {
  /** An object and the file or URL that it is from. */
  record Placed(NodeObject object, String place) {}

  private final Map<String, List<Placed>> bySource = new TreeMap<>();
  private final List<Consumer<ObjectReference>> listeners = new CopyOnWriteArrayList<>();
  private Set<String> told = Set.of();
  private volatile Map<ObjectReference, Placed> inForce = Map.of();
  private final MemoryBudget budget;

  /**
   * @param budget for what all manifests say, pods included
   */
  public ManifestObjects(MemoryBudget budget) {
    this.budget = budget;
  }

  /** The memory for the manifests of one source. */
  ManifestMemory memory() {
    return new ManifestMemory(budget);
  }

  /**
   * Takes the full list of a source and tells the listeners what changed by it.
   *
   * @return the problems that were not told before
   */
  List<String> replace(String source, List<Placed> objects) {
    List<String> problems = new ArrayList<>();
    Set<ObjectReference> changed;
    List<String> news;
    synchronized (this) {
      bySource.put(source, List.copyOf(objects));
      Map<ObjectReference, Placed> next = merged(problems);
      changed = differences(inForce, next);
      inForce = next;
      Set<String> before = told;
      news = problems.stream().filter(problem -> !before.contains(problem)).toList();
      told = new LinkedHashSet<>(problems);
    }
    changed.forEach(reference -> listeners.forEach(listener -> listener.accept(reference)));
    return news;
  }

  private Map<ObjectReference, Placed> merged(List<String> problems) {
    Map<ObjectReference, Placed> next = new LinkedHashMap<>();
    for (List<Placed> objects : bySource.values()) {
      for (Placed placed : objects) {
        ObjectReference reference = placed.object().reference();
        Placed first = next.get(reference);
        if (first == null) {
          next.put(reference, lasting(inForce.get(reference), placed, problems));
        } else {
          problems.add(
              placed.place() + ": the " + reference + " is already defined in " + first.place());
        }
      }
    }
    return next;
  }

  /** What counts of an object that was there before: Kubernetes lets an immutable one only go. */
  private static Placed lasting(@Nullable Placed before, Placed now, List<String> problems) {
    boolean refused =
        before != null
            && before.place().equals(now.place())
            && isFixed(before.object())
            && !sameContent(before.object(), now.object());
    if (before == null || !refused) {
      return now;
    }
    problems.add(
        now.place()
            + ": the "
            + now.object().reference()
            + " is immutable: to change it, remove it first");
    return before;
  }

  private static boolean isFixed(NodeObject object) {
    return switch (object) {
      case ConfigMap map -> Boolean.TRUE.equals(map.immutable());
      case Secret secret -> Boolean.TRUE.equals(secret.immutable());
      case PersistentVolume _, PersistentVolumeClaim _ -> false;
    };
  }

  private static boolean sameContent(NodeObject before, NodeObject now) {
    boolean same =
        switch (before) {
          case ConfigMap map -> now instanceof ConfigMap other && map.files().equals(other.files());
          case Secret secret ->
              now instanceof Secret other
                  && secret.type().equals(other.type())
                  && secret.files().equals(other.files());
          case PersistentVolume _, PersistentVolumeClaim _ -> before.equals(now);
        };
    return same && isFixed(now) == isFixed(before);
  }

  private static Set<ObjectReference> differences(
      Map<ObjectReference, Placed> before, Map<ObjectReference, Placed> now) {
    Set<ObjectReference> changed = new LinkedHashSet<>();
    now.forEach((reference, placed) -> {
      Placed old = before.get(reference);
      if (old == null || !old.object().equals(placed.object())) {
        changed.add(reference);
      }
    });
    before.keySet().stream().filter(gone -> !now.containsKey(gone)).forEach(changed::add);
    return changed;
  }

  private <T> Optional<T> find(String kind, String namespace, String name, Class<T> type) {
    return Optional.ofNullable(inForce.get(new ObjectReference(kind, namespace, name)))
        .map(placed -> type.cast(placed.object()));
  }

  @Override
  public Optional<ConfigMap> configMap(String namespace, String name) {
    return find("ConfigMap", namespace, name, ConfigMap.class);
  }

  @Override
  public Optional<Secret> secret(String namespace, String name) {
    return find("Secret", namespace, name, Secret.class);
  }

  @Override
  public Optional<PersistentVolumeClaim> claim(String namespace, String name) {
    return find("PersistentVolumeClaim", namespace, name, PersistentVolumeClaim.class);
  }

  @Override
  public List<PersistentVolume> persistentVolumes() {
    return inForce.values().stream()
        .map(Placed::object)
        .filter(PersistentVolume.class::isInstance)
        .map(PersistentVolume.class::cast)
        .toList();
  }

  @Override
  public void onChange(Consumer<ObjectReference> listener) {
    listeners.add(listener);
  }
}
