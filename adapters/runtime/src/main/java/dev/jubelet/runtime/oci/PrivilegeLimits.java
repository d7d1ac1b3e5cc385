package dev.jubelet.runtime.oci;

import dev.jubelet.json.JsonObject;
import dev.jubelet.json.Node;
import dev.jubelet.json.TextPosition;
import dev.jubelet.runtime.oci.input.HostFacts;
import dev.jubelet.runtime.oci.input.Rlimit;
import java.util.ArrayList;
import java.util.List;

/** What only CAP_SYS_RESOURCE may do is done as far as we may, and said. */
final class PrivilegeLimits {
  private PrivilegeLimits() {}

  /** Nobody without the capability makes the kernel spare a process more than it spares us. */
  static int oomScoreAdj(int wanted, HostFacts machine, List<String> notes) {
    int bounded = Math.clamp(wanted, -1000, 1000);
    if (machine.mayRaiseLimits() || bounded >= machine.oomScoreAdj()) {
      return bounded;
    }
    notes.add(
        "oom_score_adj is %d and not %d: lower needs CAP_SYS_RESOURCE"
            .formatted(machine.oomScoreAdj(), wanted));
    return machine.oomScoreAdj();
  }

  static List<Node> rlimits(HostFacts machine, List<String> notes) {
    List<Node> nodes = new ArrayList<>();
    for (Rlimit wanted : machine.limits().rlimits()) {
      long hard = wanted.hard();
      for (Rlimit current : machine.limits().current()) {
        if (current.type().equals(wanted.type())
            && !machine.mayRaiseLimits()
            && Long.compareUnsigned(current.hard(), hard) < 0) {
          hard = current.hard();
          notes.add(
              "%s is %s and not %s: more needs CAP_SYS_RESOURCE"
                  .formatted(
                      wanted.type(),
                      Long.toUnsignedString(hard),
                      Long.toUnsignedString(wanted.hard())));
        }
      }
      long soft = Long.compareUnsigned(wanted.soft(), hard) > 0 ? hard : wanted.soft();
      nodes.add(
          new JsonObject()
              .put("type", wanted.type())
              .put("soft", unsigned(soft))
              .put("hard", unsigned(hard))
              .build());
    }
    return nodes;
  }

  /** The kernel's "unlimited" has all bits. */
  private static Node unsigned(long value) {
    return new Node.Numeral(Long.toUnsignedString(value), TextPosition.START);
  }
}
