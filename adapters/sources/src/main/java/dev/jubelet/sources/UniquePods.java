package dev.jubelet.sources;

import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.pod.PodName;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Collects pods so that no name and no UID occurs twice; the first one counts. */
final class UniquePods {
  // With the node's name appended; the API server would refuse more.
  private static final int NAME_LENGTH_MAX = 253;

  private final List<Pod> pods = new ArrayList<>();
  private final List<String> refusals = new ArrayList<>();
  private final Map<PodName, String> placesByName = new HashMap<>();
  private final Map<String, String> placesByUid = new HashMap<>();

  void add(Pod pod, String place) {
    String uid = pod.metadata().uid();
    String sameName = placesByName.get(pod.fullName());
    String sameUid = placesByUid.get(uid);
    if (pod.metadata().name().length() > NAME_LENGTH_MAX) {
      refusals.add(place + ": the name " + pod.fullName() + " is longer than " + NAME_LENGTH_MAX);
    } else if (sameName != null) {
      refusals.add(place + ": the pod " + pod.fullName() + " is already defined in " + sameName);
    } else if (sameUid != null) {
      refusals.add(place + ": the UID " + uid + " is already used in " + sameUid);
    } else {
      pods.add(pod);
      placesByName.put(pod.fullName(), place);
      placesByUid.put(uid, place);
    }
  }

  List<Pod> pods() {
    return List.copyOf(pods);
  }

  List<String> refusals() {
    return List.copyOf(refusals);
  }

  Set<String> uids() {
    return placesByUid.keySet();
  }
}
