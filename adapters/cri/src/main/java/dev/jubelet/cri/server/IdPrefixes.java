package dev.jubelet.cri.server;

import dev.jubelet.model.runtime.ContainerId;
import dev.jubelet.model.runtime.SandboxId;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import dev.jubelet.ports.runtime.ContainerRuntime;
import java.util.List;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/** Ids, which people may shorten as long as it is clear what they mean. */
final class IdPrefixes {
  private static final int FULL_LENGTH = 64;
  // An id becomes the name of a directory at many runtimes.
  private static final Pattern WELL_FORMED = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_.-]{0,254}");

  private final ContainerRuntime runtime;

  IdPrefixes(ContainerRuntime runtime) {
    this.runtime = runtime;
  }

  SandboxId sandbox(String given) {
    return new SandboxId(full("pod_sandbox_id", given, this::sandboxes));
  }

  ContainerId container(String given) {
    return new ContainerId(full("container_id", given, this::containers));
  }

  private List<String> sandboxes() {
    return runtime.sandboxes().list(null).stream().map(each -> each.id().value()).toList();
  }

  private List<String> containers() {
    return runtime.containers().list(null).stream().map(each -> each.id().value()).toList();
  }

  private static String full(String field, String given, Supplier<List<String>> known) {
    Required.text(field, given);
    Required.demand(WELL_FORMED.matcher(given).matches(), field, "is not an id: " + given);
    if (given.length() >= FULL_LENGTH) {
      return given;
    }
    List<String> meant = meant(given, known.get());
    if (meant.size() > 1) {
      throw new OutsideFailure(
          FailureKind.BAD_SPEC,
          "%s \"%s\" is the beginning of %d ids".formatted(field, given, meant.size()));
    }
    // What is not there may still be stopped and removed.
    return meant.isEmpty() ? given : meant.getFirst();
  }

  /** The id itself, or all that begin so. */
  static List<String> meant(String given, List<String> known) {
    return known.contains(given)
        ? List.of(given)
        : known.stream().filter(each -> each.startsWith(given)).toList();
  }
}
