package dev.jubelet.runtime.oci;

import dev.jubelet.json.Json;
import dev.jubelet.json.JsonObject;
import dev.jubelet.json.JsonWriter;
import dev.jubelet.model.runtime.config.NamespaceOptions;
import dev.jubelet.model.runtime.config.NamespaceOptions.Mode;
import dev.jubelet.model.runtime.config.SandboxConfig;
import dev.jubelet.model.runtime.config.SecurityProfile;
import dev.jubelet.runtime.oci.input.HostFacts;
import dev.jubelet.runtime.oci.input.SandboxPaths;
import dev.jubelet.runtime.oci.seccomp.Seccomp;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The {@code config.json} of the process that keeps a pod's namespaces when nobody else does. */
public final class PauseSpec {
  /** Where the program is inside. */
  public static final String PROGRAM = "/pause";

  /** The kubelet's number for what must outlive the pod's containers. */
  private static final int OOM_SCORE_ADJ = -998;

  private PauseSpec() {}

  /**
   * @param places namespaces that exist already and are joined; what is missing there and not the
   *     node's is made anew, and is then to be found beneath the pause process's {@code /proc}
   * @param root a directory that serves as root file system, with the empty directories {@code
   *     proc} and {@code dev} and an empty file {@code pause}, as whoever runs in a user namespace
   *     can make none
   * @param program catatonit, on the node; everybody must be able to run it
   */
  public record Input(
      String id,
      SandboxConfig sandbox,
      SandboxPaths places,
      String root,
      String program,
      String cgroupsPath,
      HostFacts machine) {}

  public static Spec of(Input input) {
    List<String> notes = new ArrayList<>();
    HostFacts machine = input.machine();
    NamespaceOptions options = input.sandbox().security().namespaces();
    SecurityLabels labels =
        SecurityLabels.of(
            input.sandbox().security().selinux(),
            null,
            false,
            input.sandbox().uid(),
            machine,
            notes);
    JsonObject process =
        new JsonObject()
            .put("terminal", Json.bool(false))
            .put(
                "user",
                new JsonObject().put("uid", Json.number(0)).put("gid", Json.number(0)).build())
            .put("args", Json.texts(List.of(PROGRAM, "-P")))
            .put("env", Json.texts(List.of("PATH=/")))
            .put("cwd", "/")
            .put("capabilities", ContainerSpec.capabilities(List.of()))
            .put("noNewPrivileges", Json.bool(true))
            // That it cannot be as low everywhere is told by the pod's containers already.
            .put(
                "oomScoreAdj",
                Json.number(PrivilegeLimits.oomScoreAdj(OOM_SCORE_ADJ, machine, new ArrayList<>())))
            .putUnlessEmpty("apparmorProfile", labels.appArmor())
            .putUnlessEmpty("selinuxLabel", labels.process());
    List<SpecMount> mounts =
        List.of(
            SpecMount.of("/proc", "proc", "proc", "nosuid", "noexec", "nodev"),
            SpecMount.of(
                "/dev", "tmpfs", "tmpfs", "nosuid", "strictatime", "mode=755", "size=65536k"),
            SpecMount.of(PROGRAM, "bind", input.program(), "bind", "rprivate", "ro"));
    JsonObject linux =
        new JsonObject()
            .put("namespaces", Json.items(SpecNamespaces.ofPause(options, input.places(), machine)))
            .put("cgroupsPath", input.cgroupsPath())
            .put(
                "resources",
                new JsonObject()
                    .put("cpu", new JsonObject().put("shares", Json.number(2)).build())
                    .put(
                        "devices",
                        Json.items(
                            List.of(
                                new JsonObject()
                                    .put("allow", Json.bool(false))
                                    .put("access", "rwm")
                                    .build())))
                    .build());
    NamespaceOptions.UserNamespace user = options.user();
    if (user != null && user.mode() == Mode.POD) {
      linux
          .putUnlessEmpty("uidMappings", SpecNamespaces.mappings(user.uids()))
          .putUnlessEmpty("gidMappings", SpecNamespaces.mappings(user.gids()));
    }
    linux.putUnlessEmpty("mountLabel", labels.files());
    Seccomp.of(
            machine.seccomp() ? SecurityProfile.RUNTIME_DEFAULT : null,
            false,
            Optional.empty(),
            List.of(),
            machine,
            notes)
        .ifPresent(profile -> linux.put("seccomp", profile));
    JsonObject spec =
        new JsonObject()
            .put("ociVersion", ContainerSpec.OCI_VERSION)
            .put("process", process.build())
            .put(
                "root",
                new JsonObject()
                    .put("path", input.root())
                    .put("readonly", Json.bool(true))
                    .build());
    // Whoever makes the namespace names it.
    if (options.network() != Mode.NODE && input.places().uts().isEmpty()) {
      spec.putUnlessEmpty("hostname", input.places().hostname());
    }
    spec.put("mounts", Json.items(mounts.stream().map(SpecMount::node).toList()))
        .put("linux", linux.build());
    return new Spec(JsonWriter.compact(spec.build()), notes, List.of(), labels.files());
  }
}
