package dev.jubelet.app.settings.node;

import dev.jubelet.model.meta.Ordered;
import dev.jubelet.model.scheduling.Taint;
import java.util.List;
import java.util.Map;

/**
 * How the node describes itself when it is first heard of.
 *
 * @param registers whether it makes its node object itself
 */
public record NodeRegistration(boolean registers, Map<String, String> labels, List<Taint> taints) {
  public NodeRegistration {
    labels = Ordered.copyOf(labels);
    taints = List.copyOf(taints);
  }
}
