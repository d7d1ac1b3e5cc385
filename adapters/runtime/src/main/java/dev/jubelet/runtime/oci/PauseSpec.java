package dev.jubelet.runtime.oci;

import dev.jubelet.json.Json;
import dev.jubelet.json.JsonObject;
import dev.jubelet.json.JsonWriter;
import dev.jubelet.linux.network.Namespaces.Kind;
import dev.jubelet.model.runtime.config.NamespaceOptions;
import dev.jubelet.model.runtime.config.NamespaceOptions.Mode;
import dev.jubelet.model.runtime.config.SecurityProfile;
import dev.jubelet.runtime.oci.input.HostFacts;
import dev.jubelet.runtime.oci.seccomp.Seccomp;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The {@code config.json} of the process that keeps a pod's namespaces when nobody else does. */
public final class PauseSpec {
  /** Where the program is inside. */
  public static final String PROGRAM = "/pause";

  /** The kubelet's number for what must outlive the pod's containers. */
  private static final int OOM_SCORE_ADJ = -998;

  private PauseSpec() {}

  /**
   * @param place namespaces that exist already are joined; what is missing there and not the node's
   *     is made anew, and is then to be found beneath the pause process's {@code /proc}
   * @param root a directory that serves as root file system, with the empty directories {@code
   *     proc} and {@code dev} and an empty file {@code pause}, as whoever runs in a user namespace
   *     can make none
   * @param program catatonit, on the node; everybody must be able to run it
   */
  public static Spec of(SpecPlace place, String root, String program) {
    List<String> notes = new ArrayList<>();
    SecurityLabels labels =
        SecurityLabels.of(
            place.sandbox().security().selinux(),
            null,
            false,
            place.selinuxLevel(),
            place.machine(),
            notes);
    Stream<SpecMount> mounts =
        Stream.of(
            SpecMounts.PROC,
            SpecMounts.DEV,
            SpecMount.of(PROGRAM, "bind", program, "bind", "rprivate", "ro"));
    JsonObject spec =
        new JsonObject()
            .put("ociVersion", ContainerSpec.OCI_VERSION)
            .put("process", process(labels, place.machine()))
            .put("root", new JsonObject().put("path", root).put("readonly", true));
    // Whoever makes the namespace names it.
    if (place.sandbox().security().namespaces().network() != Mode.NODE
        && place.paths().namespace(Kind.UTS).isEmpty()) {
      spec.putUnlessEmpty("hostname", place.paths().hostname());
    }
    spec.put("mounts", mounts.map(SpecMount::node).toList())
        .put("linux", linux(place, labels, notes));
    return new Spec(JsonWriter.compact(spec.build()), notes, List.of(), labels.files());
  }

  private static JsonObject process(SecurityLabels labels, HostFacts machine) {
    // That it cannot be as low everywhere is told by the pod's containers already.
    List<String> told = new ArrayList<>();
    return new JsonObject()
        .put("terminal", false)
        .put("user", new JsonObject().put("uid", 0).put("gid", 0))
        .put("args", Json.texts(List.of(PROGRAM, "-P")))
        .put("env", Json.texts(List.of("PATH=/")))
        .put("cwd", "/")
        .put("capabilities", ContainerSpec.capabilities(List.of()))
        .put("noNewPrivileges", true)
        .put("oomScoreAdj", PrivilegeLimits.oomScoreAdj(OOM_SCORE_ADJ, machine, told))
        .putUnlessEmpty("apparmorProfile", labels.appArmor())
        .putUnlessEmpty("selinuxLabel", labels.process());
  }

  private static JsonObject linux(SpecPlace place, SecurityLabels labels, List<String> notes) {
    NamespaceOptions options = place.sandbox().security().namespaces();
    HostFacts machine = place.machine();
    JsonObject resources =
        new JsonObject()
            .put("cpu", new JsonObject().put("shares", 2))
            .put("devices", List.of(Devices.everything(false)));
    JsonObject linux =
        new JsonObject()
            .put("namespaces", SpecNamespaces.ofPause(place))
            .put("cgroupsPath", place.cgroupsPath())
            .put("resources", resources);
    SpecNamespaces.putMappings(options, linux);
    linux.putUnlessEmpty("mountLabel", labels.files());
    Seccomp.of(
            machine.security().seccomp() ? SecurityProfile.RUNTIME_DEFAULT : null,
            false,
            Optional.empty(),
            List.of(),
            machine,
            notes)
        .ifPresent(profile -> linux.put("seccomp", profile));
    return linux;
  }
}
