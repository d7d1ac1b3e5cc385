package dev.jubelet.runtime.oci;

import dev.jubelet.json.Json;
import dev.jubelet.json.Node;
import dev.jubelet.model.runtime.config.DeviceSpec;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What the Container Device Interface says must change in a container that gets a device.
 *
 * @param env entries of the form {@code NAME=value}
 */
public record CdiEdits(
    List<String> env,
    List<DeviceSpec> devices,
    List<SpecMount> mounts,
    List<Hook> hooks,
    List<Long> additionalGroups) {
  /**
   * @param moment such as {@code createContainer}, as OCI and CDI both call it
   * @param args the first one is the program's name
   * @param timeoutSeconds 0 for none
   */
  public record Hook(
      String moment, String path, List<String> args, List<String> env, long timeoutSeconds) {}

  /**
   * CDI: what a specification says for all its devices comes once, before what it says for one.
   *
   * @param texts JSON, those of higher priority last
   * @param names of the form {@code vendor/class=device}
   * @throws OutsideFailure BAD_SPEC when nobody knows a device
   */
  public static List<CdiEdits> of(List<String> texts, List<String> names) {
    List<Node.Fields> specs = texts.stream().map(CdiEdits::read).toList();
    Set<Node.Fields> general = new LinkedHashSet<>();
    List<CdiEdits> edits = new ArrayList<>();
    for (String name : new LinkedHashSet<>(names)) {
      int equals = name.indexOf('=');
      if (equals < 0) {
        throw bad(name + " is not the full name of a CDI device");
      }
      String kind = name.substring(0, equals);
      String device = name.substring(equals + 1);
      Found found = find(specs, kind, device, name);
      if (general.add(found.spec())) {
        edits.add(edits(Json.objectOf(found.spec(), "containerEdits")));
      }
      edits.add(edits(Json.objectOf(found.device(), "containerEdits")));
    }
    return edits;
  }

  private record Found(Node.Fields spec, Node.Fields device) {}

  private static Found find(List<Node.Fields> specs, String kind, String device, String name) {
    for (Node.Fields spec : specs.reversed()) {
      if (!spec.text("kind").equals(kind)) {
        continue;
      }
      for (Node.Fields candidate : Json.objectsOf(spec, "devices")) {
        if (candidate.text("name").equals(device)) {
          return new Found(spec, candidate);
        }
      }
    }
    throw bad("unresolvable CDI device " + name);
  }

  private static Node.Fields read(String text) {
    try {
      return Json.object(text);
    } catch (IllegalArgumentException wrong) {
      throw new OutsideFailure(
          FailureKind.BAD_SPEC, "CDI specification: " + wrong.getMessage(), wrong);
    }
  }

  private static CdiEdits edits(Node.@Nullable Fields edits) {
    if (edits == null) {
      return new CdiEdits(List.of(), List.of(), List.of(), List.of(), List.of());
    }
    List<DeviceSpec> devices =
        Json.objectsOf(edits, "deviceNodes").stream().map(CdiEdits::device).toList();
    List<SpecMount> mounts = Json.objectsOf(edits, "mounts").stream().map(CdiEdits::mount).toList();
    List<Hook> hooks = Json.objectsOf(edits, "hooks").stream().map(CdiEdits::hook).toList();
    List<Long> groups =
        Json.listOf(edits, "additionalGids").stream()
            .filter(Node.Numeral.class::isInstance)
            .map(number -> Long.parseLong(((Node.Numeral) number).text()))
            .toList();
    return new CdiEdits(Json.textsOf(edits, "env"), devices, mounts, hooks, groups);
  }

  private static DeviceSpec device(Node.Fields node) {
    String path = node.text("path");
    String host = node.text("hostPath");
    return new DeviceSpec(path, host.isEmpty() ? path : host, node.text("permissions"));
  }

  private static SpecMount mount(Node.Fields node) {
    String type = node.text("type");
    return new SpecMount(
        node.text("containerPath"),
        type.isEmpty() ? "bind" : type,
        node.text("hostPath"),
        Json.textsOf(node, "options"),
        List.of());
  }

  private static Hook hook(Node.Fields node) {
    return new Hook(
        node.text("hookName"),
        node.text("path"),
        Json.textsOf(node, "args"),
        Json.textsOf(node, "env"),
        Json.numberOf(node, "timeout", 0));
  }

  private static OutsideFailure bad(String message) {
    return new OutsideFailure(FailureKind.BAD_SPEC, message);
  }
}
