package dev.jubelet.runtime.inventory;

import dev.jubelet.model.runtime.config.NamespaceOptions.IdMapping;
import dev.jubelet.model.runtime.config.NamespaceOptions.UserNamespace;
import dev.jubelet.model.runtime.config.SandboxConfig;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Users and groups of the node that a pod has for its own; the first of each are its root's. */
public record PodIdMappings(IdMapping users, IdMapping groups) {
  private static final long IDS = 1L << 32;

  /**
   * Empty for a pod that has the node's.
   *
   * @throws OutsideFailure BAD_SPEC for what Kubernetes never asks for
   */
  public static Optional<PodIdMappings> of(SandboxConfig config) {
    return of(config.security().namespaces().user());
  }

  static Optional<PodIdMappings> of(@Nullable UserNamespace asked) {
    if (asked == null) {
      return Optional.empty();
    }
    return switch (asked.mode()) {
      case NODE -> {
        if (!asked.uids().isEmpty() || !asked.gids().isEmpty()) {
          throw bad("a pod with the node's users has no mappings");
        }
        yield Optional.empty();
      }
      case POD ->
          Optional.of(new PodIdMappings(one("uids", asked.uids()), one("gids", asked.gids())));
      case CONTAINER, TARGET ->
          throw bad("they are the pod's or the node's, and not by " + asked.mode());
    };
  }

  private static IdMapping one(String what, List<IdMapping> mappings) {
    if (mappings.size() != 1) {
      throw bad(what + " must have one mapping, not " + mappings.size());
    }
    IdMapping only = mappings.getFirst();
    if (only.containerId() != 0) {
      throw bad(what + " must begin with 0, not " + Integer.toUnsignedString(only.containerId()));
    }
    long length = Integer.toUnsignedLong(only.length());
    if (length == 0 || Integer.toUnsignedLong(only.hostId()) + length > IDS) {
      throw bad(what + " are no range: " + only);
    }
    return only;
  }

  private static OutsideFailure bad(String why) {
    return new OutsideFailure(FailureKind.BAD_SPEC, "users of the pod: " + why);
  }

  /** As whom the pod's root is known to the node. */
  public long rootUser() {
    return Integer.toUnsignedLong(users.hostId());
  }

  public long rootGroup() {
    return Integer.toUnsignedLong(groups.hostId());
  }

  public boolean hasUser(long inside) {
    return inside >= 0 && inside < Integer.toUnsignedLong(users.length());
  }

  public boolean hasGroup(long inside) {
    return inside >= 0 && inside < Integer.toUnsignedLong(groups.length());
  }

  /** Whether a mount is to show its files as if they were the pod's. */
  public boolean isMappedLike(List<IdMapping> mount) {
    return mount.equals(List.of(users)) && mount.equals(List.of(groups));
  }
}
