package dev.jubelet.cluster.pods;

import dev.jubelet.model.pod.PodName;
import dev.jubelet.model.pod.PodUid;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/** The pods of this node as the API server has them, mirrors included. Anybody may ask it. */
public final class PodCache {
  private final List<Listener> listeners = new CopyOnWriteArrayList<>();
  private Map<PodUid, ApiPod> pods = new LinkedHashMap<>();
  private boolean complete;

  /** Hears of changes after they can be seen here. */
  interface Listener {
    /** All pods are known now, perhaps anew. */
    default void listed() {}

    default void changed(ApiPod pod) {}

    default void removed(ApiPod pod) {}
  }

  void onChange(Listener listener) {
    listeners.add(listener);
  }

  /** Whether all pods are known; before that, one that is missing may still be there. */
  synchronized boolean complete() {
    return complete;
  }

  synchronized Optional<ApiPod> get(PodUid uid) {
    return Optional.ofNullable(pods.get(uid));
  }

  synchronized List<ApiPod> all() {
    return List.copyOf(pods.values());
  }

  synchronized Optional<ApiPod> mirror(PodName name) {
    return pods.values().stream()
        .filter(pod -> pod.isMirror() && pod.name().equals(name))
        .findFirst();
  }

  void replace(List<ApiPod> listed) {
    List<ApiPod> gone;
    synchronized (this) {
      Map<PodUid, ApiPod> next = new LinkedHashMap<>();
      listed.forEach(pod -> next.put(pod.uid(), pod));
      gone = new ArrayList<>(pods.values());
      gone.removeIf(pod -> next.containsKey(pod.uid()));
      pods = next;
      complete = true;
    }
    gone.forEach(pod -> listeners.forEach(listener -> listener.removed(pod)));
    all().forEach(pod -> listeners.forEach(listener -> listener.changed(pod)));
    listeners.forEach(Listener::listed);
  }

  void put(ApiPod pod) {
    synchronized (this) {
      pods.put(pod.uid(), pod);
    }
    listeners.forEach(listener -> listener.changed(pod));
  }

  void remove(ApiPod pod) {
    synchronized (this) {
      pods.remove(pod.uid());
    }
    listeners.forEach(listener -> listener.removed(pod));
  }
}
