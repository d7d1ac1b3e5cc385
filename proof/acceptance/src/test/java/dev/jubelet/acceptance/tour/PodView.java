package dev.jubelet.acceptance.tour;

import dev.jubelet.acceptance.Document;
import java.nio.file.Path;

/**
 * A pod as the node reports it, and the way to its parts on the runtime.
 *
 * @param name with the node's suffix
 * @param document what {@code /pods} says
 */
record PodView(NodeView view, String name, Document document) {
  String uid() {
    return document.at("metadata", "uid").text();
  }

  String ip() {
    return document.at("status", "podIP").text();
  }

  Document sandbox() {
    return view.sandbox(uid());
  }

  ContainerView container(String container) {
    return new ContainerView(this, container);
  }

  /** How many of its containers run. */
  long running() {
    return view.running(uid());
  }

  Path logs() {
    String namespace = document.at("metadata", "namespace").text();
    return view.node().logs().resolve(namespace + "_" + name + "_" + uid());
  }

  /** Where the node keeps the pod's own files. */
  Path directory() {
    return view.node().root().resolve("pods").resolve(uid());
  }
}
