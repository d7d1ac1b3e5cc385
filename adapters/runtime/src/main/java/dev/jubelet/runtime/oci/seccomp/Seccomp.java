package dev.jubelet.runtime.oci.seccomp;

import dev.jubelet.json.Node;
import dev.jubelet.model.runtime.config.SecurityProfile;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import dev.jubelet.runtime.oci.input.HostFacts;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Which filter of system calls a container gets. */
public final class Seccomp {
  private Seccomp() {}

  /** CRI: no profile means no filter; the kubelet's own default is another matter. */
  public static Optional<Node.Fields> of(
      @Nullable SecurityProfile wanted,
      boolean privileged,
      Optional<String> localhost,
      List<String> capabilities,
      HostFacts machine,
      List<String> notes) {
    if (wanted == null || privileged) {
      return Optional.empty();
    }
    return switch (wanted.kind()) {
      case UNCONFINED -> Optional.empty();
      case RUNTIME_DEFAULT -> {
        if (!machine.security().seccomp()) {
          notes.add("system calls are not filtered: the node has no seccomp");
          yield Optional.empty();
        }
        yield Optional.of(DefaultSeccomp.of(capabilities, machine));
      }
      case LOCALHOST -> {
        String name = wanted.localhostRef();
        if (!machine.security().seccomp()) {
          throw bad(name, "the node has no seccomp");
        }
        String text = localhost.orElseThrow(() -> bad(name, "there is no such file"));
        yield Optional.of(LocalSeccomp.of(text, name, capabilities, machine));
      }
    };
  }

  private static OutsideFailure bad(String name, String why) {
    return new OutsideFailure(FailureKind.BAD_SPEC, "seccomp profile " + name + ": " + why);
  }
}
