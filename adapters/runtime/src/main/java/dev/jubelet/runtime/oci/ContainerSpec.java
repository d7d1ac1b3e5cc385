package dev.jubelet.runtime.oci;

import dev.jubelet.json.Json;
import dev.jubelet.json.JsonObject;
import dev.jubelet.json.JsonWriter;
import dev.jubelet.json.Node;
import dev.jubelet.model.runtime.config.ContainerConfig;
import dev.jubelet.model.runtime.config.ContainerSecurity;
import dev.jubelet.model.runtime.config.MountSpec;
import dev.jubelet.model.runtime.config.NamespaceOptions;
import dev.jubelet.model.runtime.config.NamespaceOptions.Mode;
import dev.jubelet.model.runtime.config.SandboxConfig;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import dev.jubelet.runtime.oci.input.HostFacts;
import dev.jubelet.runtime.oci.input.Identity;
import dev.jubelet.runtime.oci.seccomp.Seccomp;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** The {@code config.json} of one container: from what CRI asks for to what OCI runtimes read. */
public final class ContainerSpec {
  static final String OCI_VERSION = "1.0.2";

  private final SpecInput input;
  private final ContainerConfig config;
  private final ContainerSecurity security;
  private final HostFacts machine;
  private final List<String> notes = new ArrayList<>();
  private final List<String> capabilities;
  private final SecurityLabels labels;

  private ContainerSpec(SpecInput input) {
    this.input = input;
    this.config = input.config();
    this.security = config.security();
    this.machine = input.place().machine();
    this.capabilities =
        SpecCapabilities.of(
            security.addedCapabilities(),
            security.droppedCapabilities(),
            security.privileged(),
            machine.capabilities(),
            notes);
    this.labels =
        SecurityLabels.of(
            security.selinux(),
            security.apparmor(),
            security.privileged(),
            input.place().selinuxLevel(),
            machine,
            notes);
  }

  /**
   * @throws dev.jubelet.ports.OutsideFailure BAD_SPEC when no container can be made of it
   */
  public static Spec of(SpecInput input) {
    return new ContainerSpec(input).spec();
  }

  private Spec spec() {
    JsonObject spec =
        new JsonObject()
            .put("ociVersion", OCI_VERSION)
            .put("process", process())
            .put(
                "root",
                new JsonObject().put("path", input.root()).put("readonly", security.readOnlyRoot()))
            .put("mounts", SpecMounts.of(input).stream().map(SpecMount::node).toList());
    spec.putUnlessEmpty("hooks", hooks()).put("annotations", annotations()).put("linux", linux());
    List<String> relabel =
        labels.files().isEmpty()
            ? List.of()
            : input.mounts().stream()
                .filter(MountSpec::selinuxRelabel)
                .map(MountSpec::hostPath)
                .toList();
    return new Spec(JsonWriter.compact(spec.build()), notes, relabel, labels.files());
  }

  private JsonObject process() {
    Identity who = input.identity();
    TreeSet<Long> groups = new TreeSet<>(who.additionalGroups());
    input.cdi().forEach(edits -> groups.addAll(edits.additionalGroups()));
    return new JsonObject()
        .put("terminal", config.tty())
        .put(
            "user",
            new JsonObject()
                .put("uid", who.uid())
                .put("gid", who.gid())
                .putUnlessEmpty("additionalGids", groups.stream().map(Json::number).toList()))
        .put("args", Json.texts(arguments()))
        .put("env", Json.texts(Environment.of(input)))
        .put("cwd", workingDir())
        .put("capabilities", capabilities(capabilities))
        .putUnlessEmpty("rlimits", PrivilegeLimits.rlimits(machine, notes))
        .put("noNewPrivileges", security.noNewPrivileges())
        .put(
            "oomScoreAdj",
            PrivilegeLimits.oomScoreAdj(config.resources().oomScoreAdj(), machine, notes))
        .putUnlessEmpty("apparmorProfile", labels.appArmor())
        .putUnlessEmpty("selinuxLabel", labels.process());
  }

  /**
   * Kubernetes: a command of the pod replaces the image's entrypoint and its cmd, too; arguments of
   * the pod replace the image's cmd only.
   */
  private List<String> arguments() {
    boolean own = !config.command().isEmpty();
    List<String> words = new ArrayList<>(own ? config.command() : input.image().entrypoint());
    words.addAll(own || !config.args().isEmpty() ? config.args() : input.image().cmd());
    if (words.isEmpty()) {
      throw new OutsideFailure(
          FailureKind.BAD_SPEC,
          "no command specified: neither the pod nor the image "
              + config.image().image()
              + " says what container "
              + config.name()
              + " runs");
    }
    return words;
  }

  private String workingDir() {
    String asked = config.workingDir().isEmpty() ? input.image().workingDir() : config.workingDir();
    // OCI: it must be absolute; images are less strict.
    return WorkingDirectory.checked(asked.startsWith("/") ? asked : "/" + asked);
  }

  /** Nothing is inheritable: programs without root's rights must not get them by a file's. */
  static JsonObject capabilities(List<String> names) {
    return new JsonObject()
        .put("bounding", Json.texts(names))
        .put("effective", Json.texts(names))
        .put("permitted", Json.texts(names));
  }

  private JsonObject linux() {
    Devices devices = Devices.of(input);
    JsonObject linux =
        new JsonObject()
            .put("namespaces", SpecNamespaces.of(input))
            .put("cgroupsPath", input.place().cgroupsPath())
            .put(
                "resources",
                ResourceLimits.builder(config.resources(), machine, notes)
                    .put("devices", devices.rules()))
            .putUnlessEmpty("devices", devices.nodes())
            .putUnlessEmpty("rootfsPropagation", BindMounts.rootPropagation(input.mounts()))
            .putUnlessEmpty("mountLabel", labels.files());
    NamespaceOptions namespaces = input.namespaces();
    SpecNamespaces.putMappings(namespaces, linux);
    linux.putUnlessEmpty("sysctl", sysctls(namespaces));
    if (!security.privileged()) {
      linux
          .put("maskedPaths", Json.texts(security.maskedPaths()))
          .put("readonlyPaths", Json.texts(security.readOnlyPaths()));
    }
    Seccomp.of(
            security.seccomp(),
            security.privileged(),
            input.localhostSeccomp(),
            capabilities,
            machine,
            notes)
        .ifPresent(profile -> linux.put("seccomp", profile));
    return linux;
  }

  /**
   * Kernel parameters of the pod, in the namespaces that are made with the container. Whoever made
   * the pod's own has set them there already, and a restart must not undo what somebody changed
   * since; those of the node stay as they are.
   */
  private Node.Fields sysctls(NamespaceOptions options) {
    JsonObject builder = new JsonObject();
    input
        .place()
        .sandbox()
        .sysctls()
        .forEach((asked, value) -> {
          String name = dotted(asked);
          Mode mode = name.startsWith("net.") ? options.network() : options.ipc();
          if (mode == Mode.CONTAINER) {
            builder.put(name, value);
          }
        });
    return builder.build();
  }

  /** sysctl(8): the first of dot and slash separates; OCI runtimes know dots only. */
  private static String dotted(String name) {
    int dot = name.indexOf('.');
    int slash = name.indexOf('/');
    boolean slashes = slash >= 0 && (dot < 0 || slash < dot);
    return slashes ? name.replace('.', '\0').replace('/', '.').replace('\0', '/') : name;
  }

  private Node.Fields hooks() {
    Map<String, List<Node>> byMoment = new LinkedHashMap<>();
    for (CdiEdits edits : input.cdi()) {
      for (CdiEdits.Hook hook : edits.hooks()) {
        byMoment
            .computeIfAbsent(hook.moment(), _ -> new ArrayList<>())
            .add(
                new JsonObject()
                    .put("path", hook.path())
                    .putUnlessEmpty("args", hook.args().stream().map(Json::text).toList())
                    .putUnlessEmpty("env", hook.env().stream().map(Json::text).toList())
                    .putUnlessZero("timeout", hook.timeoutSeconds())
                    .build());
      }
    }
    JsonObject hooks = new JsonObject();
    byMoment.forEach(hooks::put);
    return hooks.build();
  }

  /** For hooks and people. None of the pod's: some OCI runtimes obey annotations. */
  private JsonObject annotations() {
    SandboxConfig pod = input.place().sandbox();
    return new JsonObject()
        .put("io.kubernetes.cri.container-type", "container")
        .put("io.kubernetes.cri.container-name", config.name())
        .put("io.kubernetes.cri.image-name", config.image().userSpecified())
        .put("io.kubernetes.cri.sandbox-name", pod.name())
        .put("io.kubernetes.cri.sandbox-namespace", pod.namespace())
        .put("io.kubernetes.cri.sandbox-uid", pod.uid());
  }
}
