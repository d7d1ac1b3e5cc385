package dev.jubelet.runtime.oci;

import dev.jubelet.linux.network.Namespaces.Kind;
import dev.jubelet.model.runtime.config.ContainerConfig;
import dev.jubelet.model.runtime.config.ContainerSecurity;
import dev.jubelet.model.runtime.config.DeviceSpec;
import dev.jubelet.model.runtime.config.DnsSettings;
import dev.jubelet.model.runtime.config.EnvEntry;
import dev.jubelet.model.runtime.config.ImageSpec;
import dev.jubelet.model.runtime.config.LinuxResources;
import dev.jubelet.model.runtime.config.MountSpec;
import dev.jubelet.model.runtime.config.NamespaceOptions;
import dev.jubelet.model.runtime.config.NamespaceOptions.Mode;
import dev.jubelet.model.runtime.config.SandboxConfig;
import dev.jubelet.model.runtime.config.SandboxSecurity;
import dev.jubelet.model.runtime.config.SecurityProfile;
import dev.jubelet.model.security.SelinuxOptions;
import dev.jubelet.model.security.SupplementalGroupsPolicy;
import dev.jubelet.runtime.oci.input.HostDevice;
import dev.jubelet.runtime.oci.input.HostFacts;
import dev.jubelet.runtime.oci.input.Identity;
import dev.jubelet.runtime.oci.input.ImageRun;
import dev.jubelet.runtime.oci.input.SandboxPaths;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What CRI may ask for: an ordinary container, and what a test wants to be different. */
public final class Requests {
  static final LinuxResources NO_RESOURCES =
      new LinuxResources(0, 0, 0, 0, 0, 0, "", "", Map.of(), Map.of());

  List<String> command = List.of("/bin/true");
  List<String> args = List.of();
  String workingDir = "";
  List<EnvEntry> env = List.of();
  List<MountSpec> mounts = List.of();
  List<DeviceSpec> devices = List.of();
  boolean tty;
  LinuxResources resources = NO_RESOURCES;
  public List<String> added = List.of();
  public List<String> dropped = List.of();
  public boolean privileged;
  Mode network = Mode.POD;
  Mode pid = Mode.CONTAINER;
  Mode ipc = Mode.POD;
  NamespaceOptions.@Nullable UserNamespace users;
  @Nullable NamespaceOptions ofContainer;
  @Nullable SelinuxOptions selinux;
  public @Nullable Long runAsUser;
  public @Nullable Long runAsGroup;
  public String runAsUsername = "";
  boolean readOnlyRoot;
  public List<Long> supplementalGroups = List.of();
  public @Nullable SupplementalGroupsPolicy groupsPolicy;
  boolean noNewPrivileges;
  List<String> masked = List.of();
  List<String> readOnly = List.of();
  public @Nullable SecurityProfile seccomp;
  @Nullable SecurityProfile appArmor;
  Map<String, String> sysctls = Map.of();
  ImageRun image = ImageRun.NOTHING;
  Identity identity = Identity.ROOT;
  SandboxPaths places = places();
  String root = "rootfs";
  String cgroupsPath = "/pods/id";
  public Optional<String> localhostSeccomp = Optional.empty();
  HostFacts.Limits limits = HostFacts.Limits.NONE;
  List<CdiEdits> cdi = List.of();
  boolean unified = true;
  int ownOomScoreAdj;
  List<String> capabilities = SpecCapabilities.named(-1);
  public boolean seccompThere = true;
  boolean appArmorThere;
  String appArmorDefault = "";
  boolean selinuxThere;
  boolean hugetlb = true;
  boolean swapAccounting = true;
  public String architecture = "x86_64";
  public String kernel = "6.1.0-13-amd64";
  List<HostDevice> hostDevices = List.of();

  static SandboxPaths places() {
    Map<Kind, Path> namespaces = new EnumMap<>(Kind.class);
    for (Kind kind : Kind.values()) {
      namespaces.put(kind, Path.of("/run/pod", kind.file()));
    }
    return new SandboxPaths(namespaces, Optional.of(Path.of("/run/pod")), "web-0");
  }

  NamespaceOptions namespaces() {
    return new NamespaceOptions(network, pid, ipc, "", users);
  }

  public ContainerSecurity security() {
    return new ContainerSecurity(
        added,
        dropped,
        privileged,
        Objects.requireNonNullElse(ofContainer, namespaces()),
        selinux,
        runAsUser,
        runAsGroup,
        runAsUsername,
        readOnlyRoot,
        supplementalGroups,
        groupsPolicy,
        noNewPrivileges,
        masked,
        readOnly,
        seccomp,
        appArmor);
  }

  public ContainerConfig config() {
    return new ContainerConfig(
        "main",
        0,
        ImageSpec.of("example.test/app:1"),
        command,
        args,
        workingDir,
        env,
        mounts,
        devices,
        Map.of(),
        Map.of("run.oci.keep_original_groups", "1"),
        "main/0.log",
        false,
        false,
        tty,
        resources,
        security(),
        null,
        List.of());
  }

  SandboxConfig sandbox() {
    return new SandboxConfig(
        "web",
        "default",
        "8f2a",
        0,
        "web-0",
        "",
        DnsSettings.NONE,
        List.of(),
        Map.of(),
        Map.of(),
        "/pods",
        new SandboxSecurity(
            namespaces(), selinux, null, null, false, List.of(), null, false, null, null),
        sysctls,
        null,
        null);
  }

  HostFacts machine() {
    return new HostFacts(
        new HostFacts.Cgroups(unified, hugetlb, swapAccounting),
        new HostFacts.SecurityModules(seccompThere, appArmorThere, appArmorDefault, selinuxThere),
        ownOomScoreAdj,
        capabilities,
        limits,
        architecture,
        kernel,
        hostDevices);
  }

  SpecPlace place(SandboxPaths paths) {
    return new SpecPlace(sandbox(), paths, cgroupsPath, "s0:c5,c9", machine());
  }

  public SpecInput input() {
    return new SpecInput(
        config(), place(places), image, identity, root, mounts, localhostSeccomp, cdi);
  }

  public Spec spec() {
    return ContainerSpec.of(input());
  }
}
