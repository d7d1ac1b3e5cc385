package dev.jubelet.runtime.oci;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Which capabilities a container's root has. */
public final class SpecCapabilities {
  /** Their numbers are their places: linux/capability.h. */
  private static final List<String> NAMES =
      words(
          """
          CAP_CHOWN CAP_DAC_OVERRIDE CAP_DAC_READ_SEARCH CAP_FOWNER CAP_FSETID CAP_KILL
          CAP_SETGID CAP_SETUID CAP_SETPCAP CAP_LINUX_IMMUTABLE CAP_NET_BIND_SERVICE
          CAP_NET_BROADCAST CAP_NET_ADMIN CAP_NET_RAW CAP_IPC_LOCK CAP_IPC_OWNER CAP_SYS_MODULE
          CAP_SYS_RAWIO CAP_SYS_CHROOT CAP_SYS_PTRACE CAP_SYS_PACCT CAP_SYS_ADMIN CAP_SYS_BOOT
          CAP_SYS_NICE CAP_SYS_RESOURCE CAP_SYS_TIME CAP_SYS_TTY_CONFIG CAP_MKNOD CAP_LEASE
          CAP_AUDIT_WRITE CAP_AUDIT_CONTROL CAP_SETFCAP CAP_MAC_OVERRIDE CAP_MAC_ADMIN
          CAP_SYSLOG CAP_WAKE_ALARM CAP_BLOCK_SUSPEND CAP_AUDIT_READ CAP_PERFMON CAP_BPF
          CAP_CHECKPOINT_RESTORE
          """);

  /** What containerd gives to a container that says nothing, and people's images rely on. */
  private static final Set<String> DEFAULT =
      Set.copyOf(
          words(
              """
              CAP_CHOWN CAP_DAC_OVERRIDE CAP_FSETID CAP_FOWNER CAP_MKNOD CAP_NET_RAW CAP_SETGID
              CAP_SETUID CAP_SETFCAP CAP_SETPCAP CAP_NET_BIND_SERVICE CAP_SYS_CHROOT CAP_KILL
              CAP_AUDIT_WRITE
              """));

  private static final String ALL = "CAP_ALL";

  private SpecCapabilities() {}

  private static List<String> words(String text) {
    return List.of(text.strip().split("\\s+"));
  }

  /** The names of a mask as {@code /proc/self/status} has it ({@code CapEff}). */
  public static List<String> named(long mask) {
    List<String> names = new ArrayList<>();
    for (int number = 0; number < NAMES.size(); number++) {
      if ((mask >>> number & 1) != 0) {
        names.add(NAMES.get(number));
      }
    }
    return names;
  }

  /**
   * In the order of their numbers.
   *
   * @param known what there is to give
   * @param notes gets a line for what was asked for and is not known
   */
  static List<String> of(
      List<String> added,
      List<String> dropped,
      boolean privileged,
      List<String> known,
      List<String> notes) {
    if (privileged) {
      return known;
    }
    Set<String> kept = new LinkedHashSet<>(DEFAULT);
    List<String> plus = added.stream().map(SpecCapabilities::fullName).toList();
    List<String> minus = dropped.stream().map(SpecCapabilities::fullName).toList();
    // "ALL" first, whichever list has it: what is named one by one then differs from it.
    if (plus.contains(ALL)) {
      kept.addAll(NAMES);
    }
    if (minus.contains(ALL)) {
      kept.clear();
    }
    plus.stream().filter(name -> !name.equals(ALL)).forEach(kept::add);
    minus.forEach(kept::remove);
    for (String name : plus) {
      if (!name.equals(ALL) && kept.contains(name) && !known.contains(name)) {
        notes.add(name + " is not given: the node does not have it");
      }
    }
    return NAMES.stream().filter(kept::contains).filter(known::contains).toList();
  }

  /** CRI has them without prefix; people write them in both ways and in both cases. */
  private static String fullName(String name) {
    String upper = name.toUpperCase(Locale.ROOT);
    return upper.startsWith("CAP_") ? upper : "CAP_" + upper;
  }
}
