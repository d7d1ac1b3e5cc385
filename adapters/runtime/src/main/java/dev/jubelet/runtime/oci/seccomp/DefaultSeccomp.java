package dev.jubelet.runtime.oci.seccomp;

import dev.jubelet.json.Json;
import dev.jubelet.json.JsonObject;
import dev.jubelet.json.Node;
import dev.jubelet.runtime.oci.input.HostFacts;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The filter of system calls for {@code RuntimeDefault}: what is not allowed answers EPERM. */
final class DefaultSeccomp {
  private static final int EPERM = 1;
  private static final int ENOSYS = 38;
  private static final int AF_ALG = 38;
  private static final int AF_NFC = 39;
  private static final int AF_VSOCK = 40;

  /** CLONE_NEW{NS,CGROUP,UTS,IPC,USER,PID,NET}: who makes namespaces may attack more. */
  private static final long CLONE_NAMESPACES = 0x7E020000L;

  /** Linux, 16-bit uids, no randomisation and both, and the question which one it is. */
  private static final List<Long> PERSONALITIES = List.of(0L, 8L, 0x20000L, 0x20008L, 0xFFFFFFFFL);

  private static final Pattern VERSION = Pattern.compile("(\\d+)\\.(\\d+).*");

  private DefaultSeccomp() {}

  static Node.Fields of(List<String> capabilities, HostFacts machine) {
    TreeSet<String> allowed = new TreeSet<>();
    Syscalls.always().forEach(allowed::add);
    allowed.addAll(Syscalls.ofArchitecture(machine.architecture()));
    Syscalls.BY_CAPABILITY.forEach((capability, names) -> {
      if (capabilities.contains(capability)) {
        allowed.addAll(names);
      }
    });
    // Before 4.8 a tracer could lead its child past the filter.
    if (atLeast(machine.kernel(), 4, 8)) {
      allowed.addAll(List.of("ptrace", "process_vm_readv", "process_vm_writev"));
    }
    List<Node> rules = new ArrayList<>();
    rules.add(rule(List.copyOf(allowed), "SCMP_ACT_ALLOW").build());
    // Sockets to the hypervisor belong to the node, and those to the kernel's ciphers have led out
    // of containers. Each rule has one condition: several about one argument would be alternatives.
    rules.add(allow("socket", condition(0, AF_ALG, "SCMP_CMP_LT")));
    rules.add(allow("socket", condition(0, AF_NFC, "SCMP_CMP_EQ")));
    rules.add(allow("socket", condition(0, AF_VSOCK, "SCMP_CMP_GT")));
    for (long personality : PERSONALITIES) {
      rules.add(allow("personality", condition(0, personality, "SCMP_CMP_EQ")));
    }
    if (!allowed.contains("clone")) {
      int flags = machine.architecture().equals("s390x") ? 1 : 0;
      rules.add(
          allow(
              "clone",
              new JsonObject(condition(flags, CLONE_NAMESPACES, "SCMP_CMP_MASKED_EQ"))
                  .put("valueTwo", 0)
                  .build()));
      // Its flags are in memory, where no filter sees them: libraries fall back to clone.
      rules.add(rule(List.of("clone3"), "SCMP_ACT_ERRNO").put("errnoRet", ENOSYS).build());
    }
    return new JsonObject()
        .put("defaultAction", "SCMP_ACT_ERRNO")
        .put("defaultErrnoRet", EPERM)
        .putUnlessEmpty("architectures", architectures(machine.architecture()))
        .put("syscalls", rules)
        .build();
  }

  /** A 64-bit kernel runs programs of its older brothers as well; none means its own only. */
  static List<Node> architectures(String architecture) {
    List<String> names =
        switch (architecture) {
          case "x86_64" -> List.of("SCMP_ARCH_X86_64", "SCMP_ARCH_X86", "SCMP_ARCH_X32");
          case "aarch64" -> List.of("SCMP_ARCH_AARCH64", "SCMP_ARCH_ARM");
          case "s390x" -> List.of("SCMP_ARCH_S390X", "SCMP_ARCH_S390");
          default -> List.of();
        };
    return names.stream().map(Json::text).toList();
  }

  static boolean atLeast(String kernel, int major, int minor) {
    Matcher version = VERSION.matcher(kernel);
    if (!version.matches()) {
      return false;
    }
    int first = Integer.parseInt(version.group(1));
    return first > major || (first == major && Integer.parseInt(version.group(2)) >= minor);
  }

  private static Node allow(String name, Node condition) {
    return rule(List.of(name), "SCMP_ACT_ALLOW").put("args", List.of(condition)).build();
  }

  private static JsonObject rule(List<String> names, String action) {
    return new JsonObject().put("names", Json.texts(names)).put("action", action);
  }

  private static Node.Fields condition(int index, long value, String comparison) {
    return new JsonObject().put("index", index).put("value", value).put("op", comparison).build();
  }
}
