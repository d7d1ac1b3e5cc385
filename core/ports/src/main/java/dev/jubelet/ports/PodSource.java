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

  /**
   * @param problems for people: what could not be read, and where
   * @param certain whether this is what the source says now; what it said in an earlier life runs
   *     on until it speaks, but whoever is not among it may be wanted all the same
   */
  record Delivery(String source, List<Pod> pods, List<String> problems, boolean certain) {
    public Delivery {
      pods = List.copyOf(pods);
      problems = List.copyOf(problems);
    }

    public Delivery(String source, List<Pod> pods, List<String> problems) {
      this(source, pods, problems, true);
    }
  }
}
