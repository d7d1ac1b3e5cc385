package dev.jubelet.model.scheduling;

import java.util.List;

public record NodeSelector(List<NodeSelectorTerm> nodeSelectorTerms) {

  public NodeSelector {
    nodeSelectorTerms = List.copyOf(nodeSelectorTerms);
  }
}
