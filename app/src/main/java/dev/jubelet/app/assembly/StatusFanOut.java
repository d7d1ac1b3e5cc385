package dev.jubelet.app.assembly;

import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.status.PodStatus;
import dev.jubelet.ports.StatusSink;
import java.util.List;

/** Shows every status in several places, none of which waits for anything. */
record StatusFanOut(List<StatusSink> places) implements StatusSink {
  StatusFanOut {
    places = List.copyOf(places);
  }

  @Override
  public void publish(Pod pod, PodStatus status) {
    places.forEach(place -> place.publish(pod, status));
  }

  @Override
  public void release(Pod pod) {
    places.forEach(place -> place.release(pod));
  }

  @Override
  public void forget(PodUid uid) {
    places.forEach(place -> place.forget(uid));
  }
}
