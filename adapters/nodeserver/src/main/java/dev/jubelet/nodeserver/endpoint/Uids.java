package dev.jubelet.nodeserver.endpoint;

import dev.jubelet.model.pod.Pod;
import java.util.Map;

/** Some paths name the UID of a pod, so that nobody gets into a successor of the same name. */
final class Uids {
  private Uids() {}

  static boolean match(Map<String, String> names, Pod pod) {
    String wanted = names.getOrDefault("uid", "");
    return wanted.isEmpty() || wanted.equals(pod.metadata().uid());
  }
}
