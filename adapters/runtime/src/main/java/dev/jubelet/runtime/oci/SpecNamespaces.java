package dev.jubelet.runtime.oci;

import dev.jubelet.json.JsonObject;
import dev.jubelet.json.Node;
import dev.jubelet.linux.network.Namespaces.Kind;
import dev.jubelet.model.runtime.config.NamespaceOptions;
import dev.jubelet.model.runtime.config.NamespaceOptions.IdMapping;
import dev.jubelet.model.runtime.config.NamespaceOptions.Mode;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import dev.jubelet.runtime.oci.input.SandboxPaths;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Which namespaces a container is in: the node's are those that are not named. */
final class SpecNamespaces {
  private final List<Node> entries = new ArrayList<>();
  private final SandboxPaths paths;

  private SpecNamespaces(SandboxPaths paths) {
    this.paths = paths;
    anew("mount");
  }

  static List<Node> of(SpecInput input) {
    NamespaceOptions options = input.namespaces();
    SpecNamespaces namespaces = new SpecNamespaces(input.place().paths());
    namespaces.shared(Kind.NETWORK, options.network());
    namespaces.shared(Kind.IPC, options.ipc());
    // Who is in the node's network has the node's name.
    if (options.network() != Mode.NODE) {
      namespaces.paths.namespace(Kind.UTS).ifPresent(file -> namespaces.join(Kind.UTS, file));
    }
    namespaces.shared(Kind.PID, options.pid());
    if (hasUsers(options)) {
      namespaces.shared(Kind.USER, Mode.POD);
    }
    namespaces.cgroups(input.place(), input.config().security().privileged());
    return namespaces.entries;
  }

  /** Those of a pause process: what exists is joined, what is missing is made. */
  static List<Node> ofPause(SpecPlace place) {
    NamespaceOptions options = place.sandbox().security().namespaces();
    SpecNamespaces namespaces = new SpecNamespaces(place.paths());
    namespaces.kept(Kind.NETWORK, options.network());
    namespaces.kept(Kind.IPC, options.ipc());
    namespaces.kept(Kind.UTS, options.network());
    namespaces.kept(Kind.PID, options.pid());
    if (hasUsers(options)) {
      namespaces.kept(Kind.USER, Mode.POD);
    }
    namespaces.cgroups(place, false);
    return namespaces.entries;
  }

  static boolean hasUsers(NamespaceOptions options) {
    return options.user() != null && options.user().mode() == Mode.POD;
  }

  /** How the pod's users are mapped, where it has its own. */
  static void putMappings(NamespaceOptions options, JsonObject linux) {
    NamespaceOptions.UserNamespace user = options.user();
    if (user != null && user.mode() == Mode.POD) {
      linux
          .putUnlessEmpty("uidMappings", mappings(user.uids()))
          .putUnlessEmpty("gidMappings", mappings(user.gids()));
    }
  }

  static List<Node> mappings(List<IdMapping> mappings) {
    List<Node> nodes = new ArrayList<>();
    for (IdMapping mapping : mappings) {
      // CRI counts in 32 bits without sign.
      nodes.add(
          new JsonObject()
              .put("containerID", Integer.toUnsignedLong(mapping.containerId()))
              .put("hostID", Integer.toUnsignedLong(mapping.hostId()))
              .put("size", Integer.toUnsignedLong(mapping.length()))
              .build());
    }
    return nodes;
  }

  /** With the old hierarchies a namespace of cgroups hides what tools inside look for. */
  private void cgroups(SpecPlace place, boolean privileged) {
    if (place.machine().cgroups().unified() && !privileged) {
      anew("cgroup");
    }
  }

  private void shared(Kind kind, Mode mode) {
    switch (mode) {
      case NODE -> {}
      case CONTAINER -> anew(type(kind));
      case POD, TARGET ->
          join(
              kind,
              paths
                  .namespace(kind)
                  .orElseThrow(() ->
                      new OutsideFailure(
                          FailureKind.INTERNAL,
                          "it is not known where the " + type(kind) + " namespace of the pod is")));
    }
  }

  private void kept(Kind kind, Mode mode) {
    if (mode != Mode.NODE) {
      // Processes are those of whoever is first among them.
      Optional<Path> file = kind == Kind.PID ? Optional.empty() : paths.namespace(kind);
      file.ifPresentOrElse(path -> join(kind, path), () -> anew(type(kind)));
    }
  }

  /** OCI's names for them. */
  private static String type(Kind kind) {
    return kind.name().toLowerCase(Locale.ROOT);
  }

  private void anew(String type) {
    entries.add(new JsonObject().put("type", type).build());
  }

  private void join(Kind kind, Path file) {
    entries.add(new JsonObject().put("type", type(kind)).put("path", file.toString()).build());
  }
}
