package dev.jubelet.runtime.oci.seccomp;

import dev.jubelet.json.Json;
import dev.jubelet.json.JsonObject;
import dev.jubelet.json.Node;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import dev.jubelet.runtime.oci.input.HostFacts;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** A filter of system calls that the node's owner wrote, in OCI's form or in Docker's. */
final class LocalSeccomp {
  private static final Set<String> KNOWN =
      Set.of(
          "defaultAction",
          "defaultErrnoRet",
          "architectures",
          "flags",
          "listenerPath",
          "listenerMetadata",
          "syscalls");
  private static final Set<String> RULE = Set.of("names", "action", "errnoRet", "args");
  private static final String ACTION = "SCMP_ACT_";

  private LocalSeccomp() {}

  /**
   * @throws OutsideFailure BAD_SPEC when it is no profile
   */
  static Node.Fields of(String text, String name, List<String> capabilities, HostFacts machine) {
    try {
      return profile(Json.object(text), capabilities, machine);
    } catch (IllegalArgumentException wrong) {
      throw new OutsideFailure(
          FailureKind.BAD_SPEC, "seccomp profile " + name + ": " + wrong.getMessage(), wrong);
    }
  }

  private static Node.Fields profile(
      Node.Fields read, List<String> capabilities, HostFacts machine) {
    action(read, "defaultAction");
    JsonObject builder = only(KNOWN, read);
    // Docker's profiles list architectures in a table of their own.
    if (read.value("architectures") == null && read.value("archMap") != null) {
      builder.putUnlessEmpty("architectures", DefaultSeccomp.architectures(machine.architecture()));
    }
    List<Node> rules = new ArrayList<>();
    for (Node.Fields rule : Json.objectsOf(read, "syscalls")) {
      if (applies(rule, capabilities, machine)) {
        rules.add(rule(rule));
      }
    }
    if (!rules.isEmpty() || read.value("syscalls") != null) {
      builder.put("syscalls", rules);
    }
    return builder.build();
  }

  /** Docker's rules may depend on capabilities, processor and kernel. */
  private static boolean applies(Node.Fields rule, List<String> capabilities, HostFacts machine) {
    Node.Fields includes = Json.objectOf(rule, "includes");
    Node.Fields excludes = Json.objectOf(rule, "excludes");
    if (includes != null) {
      String kernel = Json.textOf(includes, "minKernel");
      List<String> architectures = Json.textsOf(includes, "arches");
      if (!capabilities.containsAll(Json.textsOf(includes, "caps"))
          || (!architectures.isEmpty() && !architectures.contains(goName(machine)))
          || (!kernel.isEmpty() && !newEnough(machine.kernel(), kernel))) {
        return false;
      }
    }
    return excludes == null
        || (Json.textsOf(excludes, "caps").stream().noneMatch(capabilities::contains)
            && !Json.textsOf(excludes, "arches").contains(goName(machine)));
  }

  private static Node rule(Node.Fields rule) {
    action(rule, "action");
    JsonObject builder = only(RULE, rule);
    if (Json.textsOf(rule, "names").isEmpty()) {
      String single = Json.textOf(rule, "name");
      if (single.isEmpty()) {
        throw new IllegalArgumentException("a rule names no system call");
      }
      builder.put("names", Json.texts(List.of(single)));
    }
    return builder.build();
  }

  private static JsonObject only(Set<String> names, Node.Fields object) {
    JsonObject builder = new JsonObject();
    object
        .fields()
        .forEach((name, field) -> {
          if (names.contains(name)) {
            builder.put(name, field.value());
          }
        });
    return builder;
  }

  private static void action(Node.Fields object, String field) {
    if (!Json.textOf(object, field).startsWith(ACTION)) {
      throw new IllegalArgumentException(
          field + " must begin with " + ACTION + ", not \"" + Json.textOf(object, field) + '"');
    }
  }

  private static boolean newEnough(String kernel, String wanted) {
    String[] parts = wanted.split("\\.", -1);
    return parts.length == 2
        && DefaultSeccomp.atLeast(kernel, Integer.parseInt(parts[0]), Integer.parseInt(parts[1]));
  }

  private static String goName(HostFacts machine) {
    return switch (machine.architecture()) {
      case "x86_64" -> "amd64";
      case "aarch64" -> "arm64";
      default -> machine.architecture();
    };
  }
}
