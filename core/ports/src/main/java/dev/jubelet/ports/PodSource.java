package dev.jubelet.ports;

import dev.jubelet.model.pod.Pod;
import java.util.List;
import java.util.function.Consumer;

/** Where pods come from. */
public interface PodSource {
  String name();

  /** Begins to deliver; every delivery is the full list of that source. */
  void start(Consumer<Delivery> listener);

  void close();

  /** {@code problems} are for people: what could not be read, and where. */
  record Delivery(String source, List<Pod> pods, List<String> problems) {
    public Delivery {
      pods = List.copyOf(pods);
      problems = List.copyOf(problems);
    }
  }
}
