package dev.jubelet.model.node;

import dev.jubelet.model.meta.Ordered;
import dev.jubelet.model.meta.Quantity;
import dev.jubelet.model.scheduling.Taint;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Map;

/** What the machine is and has. {@code allocatable} is capacity less what is reserved. */
@RecordBuilder
public record NodeFacts(
    String nodeName,
    Map<String, String> labels,
    Map<String, Quantity> capacity,
    Map<String, Quantity> allocatable,
    String operatingSystem,
    String architecture,
    List<Taint> taints) {
  public NodeFacts {
    labels = Ordered.copyOf(labels);
    capacity = Ordered.copyOf(capacity);
    allocatable = Ordered.copyOf(allocatable);
    taints = List.copyOf(taints);
  }

  /** A node that keeps nobody away. */
  public NodeFacts(
      String nodeName,
      Map<String, String> labels,
      Map<String, Quantity> capacity,
      Map<String, Quantity> allocatable,
      String operatingSystem,
      String architecture) {
    this(nodeName, labels, capacity, allocatable, operatingSystem, architecture, List.of());
  }

  /** The same machine as its cluster describes it now. */
  public NodeFacts with(Map<String, String> newLabels, List<Taint> newTaints) {
    return NodeFactsBuilder.builder(this).labels(newLabels).taints(newTaints).build();
  }
}
