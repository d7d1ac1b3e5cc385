package dev.jubelet.runtime.oci;

import dev.jubelet.model.runtime.ContainerConfig;
import dev.jubelet.model.runtime.ContainerSecurity;
import dev.jubelet.model.runtime.DeviceSpec;
import dev.jubelet.model.runtime.DnsSettings;
import dev.jubelet.model.runtime.EnvEntry;
import dev.jubelet.model.runtime.ImageSpec;
import dev.jubelet.model.runtime.LinuxResources;
import dev.jubelet.model.runtime.MountSpec;
import dev.jubelet.model.runtime.NamespaceOptions;
import dev.jubelet.model.runtime.NamespaceOptions.Mode;
import dev.jubelet.model.runtime.SandboxConfig;
import dev.jubelet.model.runtime.SandboxSecurity;
import dev.jubelet.model.runtime.SecurityProfile;
import dev.jubelet.model.security.SelinuxOptions;
import dev.jubelet.model.security.SupplementalGroupsPolicy;
import dev.jubelet.runtime.oci.MachineFacts.CgroupLayout;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What CRI may ask for: an ordinary container, and what a test wants to be different. */
final class Requests {
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
  List<String> added = List.of();
  List<String> dropped = List.of();
  boolean privileged;
  Mode network = Mode.POD;
  Mode pid = Mode.CONTAINER;
  Mode ipc = Mode.POD;
  NamespaceOptions.@Nullable UserNamespace users;
  @Nullable NamespaceOptions ofContainer;
  @Nullable SelinuxOptions selinux;
  @Nullable Long runAsUser;
  @Nullable Long runAsGroup;
  String runAsUsername = "";
  boolean readOnlyRoot;
  List<Long> supplementalGroups = List.of();
  @Nullable SupplementalGroupsPolicy groupsPolicy;
  boolean noNewPrivileges;
  List<String> masked = List.of();
  List<String> readOnly = List.of();
  @Nullable SecurityProfile seccomp;
  @Nullable SecurityProfile appArmor;
  Map<String, String> sysctls = Map.of();
  ImageRun image = ImageRun.NOTHING;
  Identity identity = Identity.ROOT;
  SandboxPlaces places = places();
  String root = "rootfs";
  String cgroupsPath = "/pods/id";
  Optional<String> localhostSeccomp = Optional.empty();
  SpecInput.Limits limits = SpecInput.Limits.NONE;
  List<CdiEdits> cdi = List.of();
  CgroupLayout cgroups = CgroupLayout.V2;
  int ownOomScoreAdj;
  List<String> capabilities = Capabilities.named(-1);
  boolean seccompThere = true;
  boolean appArmorThere;
  Optional<String> appArmorDefault = Optional.empty();
  boolean selinuxThere;
  boolean hugetlb = true;
  boolean swapAccounting = true;
  String architecture = "x86_64";
  String kernel = "6.1.0-13-amd64";
  List<HostDevice> hostDevices = List.of();

  static SandboxPlaces places() {
    return new SandboxPlaces(
        Optional.of(Path.of("/run/pod/net")),
        Optional.of(Path.of("/run/pod/ipc")),
        Optional.of(Path.of("/run/pod/uts")),
        Optional.of(Path.of("/run/pod/pid")),
        Optional.of(Path.of("/run/pod/user")),
        Optional.of(Path.of("/run/pod/shm")),
        Optional.of(Path.of("/run/pod/resolv.conf")),
        Optional.of(Path.of("/run/pod/hostname")),
        Optional.empty(),
        "web-0");
  }

  NamespaceOptions namespaces() {
    return new NamespaceOptions(network, pid, ipc, "", users);
  }

  ContainerSecurity security() {
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

  ContainerConfig config() {
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

  MachineFacts machine() {
    return new MachineFacts(
        cgroups,
        ownOomScoreAdj,
        capabilities,
        seccompThere,
        appArmorThere,
        appArmorDefault,
        selinuxThere,
        hugetlb,
        swapAccounting,
        architecture,
        kernel,
        hostDevices);
  }

  SpecInput input() {
    return new SpecInput(
        "id",
        config(),
        sandbox(),
        image,
        identity,
        places,
        root,
        mounts,
        cgroupsPath,
        machine(),
        localhostSeccomp,
        limits,
        cdi);
  }

  Spec spec() {
    return ContainerSpec.of(input());
  }
}
