package dev.jubelet.runtime.oci;

import dev.jubelet.json.JsonObject;
import dev.jubelet.json.Node;
import dev.jubelet.model.runtime.config.DeviceSpec;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import dev.jubelet.runtime.oci.input.HostDevice;
import dev.jubelet.runtime.oci.input.HostFacts;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Device files of a container and who may use them. The few that every container has (null, zero,
 * full, random, urandom, tty) are made and allowed by the OCI runtimes themselves.
 *
 * @param nodes the list {@code linux.devices}
 * @param rules the list {@code linux.resources.devices}
 */
record Devices(List<Node> nodes, List<Node> rules) {
  /** Made anew in each container, so that the node's must not show. */
  private static final List<String> OWN =
      List.of("/dev/pts", "/dev/shm", "/dev/mqueue", "/dev/fd", "/dev/console", "/dev/ptmx");

  private static final String EVERYTHING = "rwm";

  private record Wanted(String path, HostDevice device, String access) {}

  static Devices of(SpecInput input) {
    boolean privileged = input.config().security().privileged();
    Map<String, Wanted> wanted = new LinkedHashMap<>();
    if (privileged) {
      for (HostDevice device : input.place().machine().devices()) {
        if (within("/dev", device.path())
            && OWN.stream().noneMatch(own -> within(own, device.path()))) {
          wanted.put(device.path(), new Wanted(device.path(), device, EVERYTHING));
        }
      }
    }
    List<DeviceSpec> asked = new ArrayList<>(input.config().devices());
    input.cdi().forEach(edits -> asked.addAll(edits.devices()));
    for (DeviceSpec spec : asked) {
      named(spec, input.place().machine()).forEach(device -> wanted.put(device.path(), device));
    }
    // Over a /dev of the node nothing is to be made, as it would be made on the node.
    boolean devOfNode =
        SpecMounts.of(input).stream()
            .anyMatch(mount -> mount.destination().equals("/dev") && mount.type().equals("bind"));
    boolean users = SpecNamespaces.hasUsers(input.namespaces());
    List<Node> nodes = new ArrayList<>();
    List<Node> rules = new ArrayList<>();
    rules.add(everything(privileged));
    for (Wanted one : wanted.values()) {
      if (!devOfNode || !within("/dev", one.path())) {
        nodes.add(node(one, users));
      }
      if (!privileged) {
        rules.add(rule(one));
      }
    }
    return new Devices(nodes, rules);
  }

  static Node everything(boolean allow) {
    return new JsonObject().put("allow", allow).put("access", EVERYTHING).build();
  }

  /** CRI: a directory stands for all devices in it. */
  private static List<Wanted> named(DeviceSpec spec, HostFacts machine) {
    String access = spec.permissions().isEmpty() ? EVERYTHING : spec.permissions();
    if (!access.chars().allMatch(c -> EVERYTHING.indexOf(c) >= 0)) {
      throw new OutsideFailure(
          FailureKind.BAD_SPEC,
          "device " + spec.hostPath() + ": permissions must be of \"rwm\", not \"" + access + '"');
    }
    String place = spec.containerPath().isEmpty() ? spec.hostPath() : spec.containerPath();
    List<Wanted> found = new ArrayList<>();
    for (HostDevice device : machine.devices()) {
      if (within(spec.hostPath(), device.path())) {
        String path = place + device.path().substring(spec.hostPath().length());
        found.add(new Wanted(path, device, access));
      }
    }
    if (found.isEmpty()) {
      throw new OutsideFailure(
          FailureKind.BAD_SPEC, "there is no device " + spec.hostPath() + " on the node");
    }
    return found;
  }

  private static boolean within(String place, String path) {
    return path.equals(place) || path.startsWith(place + "/");
  }

  private static Node node(Wanted wanted, boolean users) {
    HostDevice device = wanted.device();
    JsonObject builder =
        new JsonObject()
            .put("path", wanted.path())
            .put("type", device.type())
            .put("major", device.major())
            .put("minor", device.minor())
            .put("fileMode", device.mode());
    // Where users are mapped the node's file itself is mounted, and keeps its owner.
    if (!users) {
      builder.put("uid", device.uid()).put("gid", device.gid());
    }
    return builder.build();
  }

  private static Node rule(Wanted wanted) {
    return new JsonObject()
        .put("allow", true)
        .put("type", wanted.device().type())
        .put("major", wanted.device().major())
        .put("minor", wanted.device().minor())
        .put("access", wanted.access())
        .build();
  }
}
