package dev.jubelet.acceptance.cluster;

import dev.jubelet.acceptance.Document;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What was told of one pod, in order. */
final class PodHistory {
  private static final List<String> PHASES = List.of("", "Pending", "Running", "Succeeded");

  private int phase;
  private String startTime = "";
  private final Map<String, Instance> instances = new HashMap<>();

  /** One life of a container, as a status tells it. */
  private record Instance(long restarts, String id, String state) {}

  /** What is earlier in it than something told before. */
  List<String> see(Document pod) {
    String name = pod.at("metadata", "name").text();
    List<String> backwards = new ArrayList<>();
    String told = pod.at("status", "phase").text();
    int now = told.equals("Failed") ? PHASES.indexOf("Succeeded") : PHASES.indexOf(told);
    if (now < phase) {
      backwards.add("%s: phase %s after %s".formatted(name, told, PHASES.get(phase)));
    }
    phase = Math.max(phase, now);
    String start = pod.at("status", "startTime").text();
    if (!startTime.isEmpty() && !start.equals(startTime)) {
      backwards.add("%s: startTime %s after %s".formatted(name, start, startTime));
    }
    startTime = start;
    for (Document status : pod.at("status", "containerStatuses").items()) {
      seeContainer(name + "/" + status.at("name").text(), status, backwards);
    }
    return backwards;
  }

  private void seeContainer(String name, Document status, List<String> backwards) {
    Instance now =
        new Instance(
            status.at("restartCount").number(),
            status.at("containerID").text(),
            status.at("state").names().stream().findFirst().orElse("waiting"));
    Instance before = instances.put(name, now);
    if (before == null) {
      return;
    }
    boolean same = now.restarts() == before.restarts();
    boolean wrong =
        now.restarts() < before.restarts()
            || (same && before.state().equals("running") && now.state().equals("waiting"))
            || (same
                && !before.id().isEmpty()
                && now.state().equals("running")
                && !now.id().equals(before.id()))
            || (now.id().equals(before.id())
                && before.state().equals("terminated")
                && now.state().equals("running"));
    if (wrong) {
      backwards.add("%s: %s after %s".formatted(name, now, before));
    }
  }
}
