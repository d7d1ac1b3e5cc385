package dev.jubelet.decide.admission;

import java.util.Optional;
import java.util.Set;

/** The kernel namespaces that have sysctls of their own, in Kubernetes' spelling. */
enum SysctlNamespace {
  IPC("IPC"),
  NET("Net");

  private static final Set<String> IPC_NAMES =
      Set.of(
          "kernel.sem",
          "kernel.shmall",
          "kernel.shmmax",
          "kernel.shmmni",
          "kernel.shm_rmid_forced",
          "kernel.msgmax",
          "kernel.msgmnb",
          "kernel.msgmni",
          // What is left of kernel.shm* and kernel.msg* without the star.
          "kernel.shm",
          "kernel.msg");

  private final String wire;

  SysctlNamespace(String wire) {
    this.wire = wire;
  }

  String wire() {
    return wire;
  }

  /** Empty for a sysctl that would change the whole node. */
  static Optional<SysctlNamespace> of(String nameOrBeginning) {
    if (IPC_NAMES.contains(nameOrBeginning) || nameOrBeginning.startsWith("fs.mqueue.")) {
      return Optional.of(IPC);
    }
    return nameOrBeginning.startsWith("net.") ? Optional.of(NET) : Optional.empty();
  }

  /** sysctl(8): the first separator, dot or slash, is the separator of the whole name. */
  static String dotted(String name) {
    int dot = name.indexOf('.');
    int slash = name.indexOf('/');
    if (slash < 0 || (dot >= 0 && dot < slash)) {
      return name;
    }
    StringBuilder swapped = new StringBuilder(name.length());
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      swapped.append(c == '/' ? '.' : c == '.' ? '/' : c);
    }
    return swapped.toString();
  }
}
