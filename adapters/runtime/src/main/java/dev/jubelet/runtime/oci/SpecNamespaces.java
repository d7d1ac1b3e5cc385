package dev.jubelet.runtime.oci;

import dev.jubelet.json.Json;
import dev.jubelet.json.JsonObject;
import dev.jubelet.json.Node;
import dev.jubelet.model.runtime.config.NamespaceOptions;
import dev.jubelet.model.runtime.config.NamespaceOptions.IdMapping;
import dev.jubelet.model.runtime.config.NamespaceOptions.Mode;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import dev.jubelet.runtime.oci.input.HostFacts;
import dev.jubelet.runtime.oci.input.HostFacts.CgroupLayout;
import dev.jubelet.runtime.oci.input.SandboxPaths;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Which namespaces a container is in: the node's are those that are not named. */
final class SpecNamespaces {
  private final List<Node> entries = new ArrayList<>();

  static List<Node> of(SpecInput input) {
    NamespaceOptions options = input.namespaces();
    SandboxPaths places = input.places();
    SpecNamespaces namespaces = new SpecNamespaces();
    namespaces.anew("mount");
    namespaces.shared("network", options.network(), places.network());
    namespaces.shared("ipc", options.ipc(), places.ipc());
    // Who is in the node's network has the node's name.
    if (options.network() != Mode.NODE) {
      places.uts().ifPresent(file -> namespaces.join("uts", file));
    }
    namespaces.shared("pid", options.pid(), places.pid());
    if (hasUsers(options)) {
      namespaces.shared("user", Mode.POD, places.user());
    }
    if (ownCgroups(input.machine(), input.config().security().privileged())) {
      namespaces.anew("cgroup");
    }
    return namespaces.entries;
  }

  /** Those of a pause process: what exists is joined, what is missing is made. */
  static List<Node> ofPause(NamespaceOptions options, SandboxPaths places, HostFacts machine) {
    SpecNamespaces namespaces = new SpecNamespaces();
    namespaces.anew("mount");
    namespaces.kept("network", options.network(), places.network());
    namespaces.kept("ipc", options.ipc(), places.ipc());
    namespaces.kept("uts", options.network(), places.uts());
    namespaces.kept("pid", options.pid(), Optional.empty());
    if (hasUsers(options)) {
      namespaces.kept("user", Mode.POD, places.user());
    }
    if (ownCgroups(machine, false)) {
      namespaces.anew("cgroup");
    }
    return namespaces.entries;
  }

  static boolean hasUsers(NamespaceOptions options) {
    return options.user() != null && options.user().mode() == Mode.POD;
  }

  /** With the old hierarchies a namespace of cgroups hides what tools inside look for. */
  static boolean ownCgroups(HostFacts machine, boolean privileged) {
    return machine.cgroups() == CgroupLayout.V2 && !privileged;
  }

  static List<Node> mappings(List<IdMapping> mappings) {
    List<Node> nodes = new ArrayList<>();
    for (IdMapping mapping : mappings) {
      // CRI counts in 32 bits without sign.
      nodes.add(
          new JsonObject()
              .put("containerID", Json.number(Integer.toUnsignedLong(mapping.containerId())))
              .put("hostID", Json.number(Integer.toUnsignedLong(mapping.hostId())))
              .put("size", Json.number(Integer.toUnsignedLong(mapping.length())))
              .build());
    }
    return nodes;
  }

  private void shared(String type, Mode mode, Optional<Path> file) {
    switch (mode) {
      case NODE -> {}
      case CONTAINER -> anew(type);
      case POD, TARGET ->
          join(
              type,
              file.orElseThrow(() ->
                  new OutsideFailure(
                      FailureKind.INTERNAL,
                      "nobody says where the " + type + " namespace of the pod is")));
    }
  }

  private void kept(String type, Mode mode, Optional<Path> file) {
    if (mode != Mode.NODE) {
      file.ifPresentOrElse(path -> join(type, path), () -> anew(type));
    }
  }

  private void anew(String type) {
    entries.add(new JsonObject().put("type", type).build());
  }

  private void join(String type, Path file) {
    entries.add(new JsonObject().put("type", type).put("path", file.toString()).build());
  }
}
