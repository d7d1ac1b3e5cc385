package dev.jubelet.cri.messages;

import dev.jubelet.cri.wire.IDMapping;
import dev.jubelet.cri.wire.NamespaceMode;
import dev.jubelet.cri.wire.NamespaceOption;
import dev.jubelet.cri.wire.UserNamespace;
import dev.jubelet.model.runtime.config.NamespaceOptions;
import java.util.List;

/** Which namespaces are shared with whom. */
public final class NamespaceMessages {
  private NamespaceMessages() {}

  public static NamespaceOption namespaces(NamespaceOptions options) {
    NamespaceOption.Builder wire =
        NamespaceOption.newBuilder()
            .setNetwork(mode(options.network()))
            .setPid(mode(options.pid()))
            .setIpc(mode(options.ipc()))
            .setTargetId(options.targetId());
    NamespaceOptions.UserNamespace user = options.user();
    if (user != null) {
      wire.setUsernsOptions(
          UserNamespace.newBuilder()
              .setMode(mode(user.mode()))
              .addAllUids(mappings(user.uids()))
              .addAllGids(mappings(user.gids())));
    }
    return wire.build();
  }

  static NamespaceOptions namespaces(NamespaceOption wire) {
    return new NamespaceOptions(
        mode(wire.getNetwork()),
        mode(wire.getPid()),
        mode(wire.getIpc()),
        wire.getTargetId(),
        wire.hasUsernsOptions() ? user(wire.getUsernsOptions()) : null);
  }

  private static NamespaceOptions.UserNamespace user(UserNamespace wire) {
    return new NamespaceOptions.UserNamespace(
        mode(wire.getMode()), fromWire(wire.getUidsList()), fromWire(wire.getGidsList()));
  }

  static List<IDMapping> mappings(List<NamespaceOptions.IdMapping> mappings) {
    return mappings.stream()
        .map(mapping ->
            IDMapping.newBuilder()
                .setHostId(mapping.hostId())
                .setContainerId(mapping.containerId())
                .setLength(mapping.length())
                .build())
        .toList();
  }

  static List<NamespaceOptions.IdMapping> fromWire(List<IDMapping> wire) {
    return wire.stream()
        .map(mapping ->
            new NamespaceOptions.IdMapping(
                mapping.getHostId(), mapping.getContainerId(), mapping.getLength()))
        .toList();
  }

  public static NamespaceMode mode(NamespaceOptions.Mode mode) {
    return switch (mode) {
      case POD -> NamespaceMode.POD;
      case CONTAINER -> NamespaceMode.CONTAINER;
      case NODE -> NamespaceMode.NODE;
      case TARGET -> NamespaceMode.TARGET;
    };
  }

  static NamespaceOptions.Mode mode(NamespaceMode mode) {
    return switch (mode) {
      case POD, UNRECOGNIZED -> NamespaceOptions.Mode.POD;
      case CONTAINER -> NamespaceOptions.Mode.CONTAINER;
      case NODE -> NamespaceOptions.Mode.NODE;
      case TARGET -> NamespaceOptions.Mode.TARGET;
    };
  }
}
