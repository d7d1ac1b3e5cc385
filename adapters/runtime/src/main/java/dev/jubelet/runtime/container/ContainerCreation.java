package dev.jubelet.runtime.container;

import dev.jubelet.images.ImageStore;
import dev.jubelet.images.StoredImage;
import dev.jubelet.images.snapshot.RootOwners;
import dev.jubelet.images.unpack.OwnerMap;
import dev.jubelet.json.Json;
import dev.jubelet.json.Node;
import dev.jubelet.linux.kernel.LinuxException;
import dev.jubelet.linux.network.Namespaces.Kind;
import dev.jubelet.linux.process.ProcessIdentity;
import dev.jubelet.model.runtime.config.ContainerConfig;
import dev.jubelet.model.runtime.config.DeviceSpec;
import dev.jubelet.model.runtime.config.EnvEntry;
import dev.jubelet.model.runtime.config.MountSpec;
import dev.jubelet.model.runtime.config.NamespaceOptions;
import dev.jubelet.model.runtime.config.SecurityProfile;
import dev.jubelet.model.status.LinuxContainerUser;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.MemoryBudget;
import dev.jubelet.ports.OutsideFailure;
import dev.jubelet.runtime.inventory.PodIdMappings;
import dev.jubelet.runtime.inventory.RunDirectories;
import dev.jubelet.runtime.inventory.RuntimeContext;
import dev.jubelet.runtime.oci.CdiEdits;
import dev.jubelet.runtime.oci.ContainerSpec;
import dev.jubelet.runtime.oci.Spec;
import dev.jubelet.runtime.oci.SpecInput;
import dev.jubelet.runtime.oci.SpecPlace;
import dev.jubelet.runtime.oci.input.HostFacts;
import dev.jubelet.runtime.oci.input.Identity;
import dev.jubelet.runtime.oci.input.ImageRun;
import dev.jubelet.runtime.oci.input.ProcessUser;
import dev.jubelet.runtime.oci.input.SandboxPaths;
import dev.jubelet.runtime.sandbox.SandboxNamespaces;
import dev.jubelet.runtime.state.ContainerRecord;
import dev.jubelet.runtime.state.SandboxRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Makes a container's root and bundle; what it failed to make may be half there. */
final class ContainerCreation {
  private static final Duration ACCOUNTS_PATIENCE = Duration.ofMinutes(1);

  private final RuntimeContext context;
  private final ImageStore images;
  private final MemoryBudget accounts =
      new MemoryBudget("the user files of images", 4L * RootAccounts.MEMORY_MAX);
  private final BundleMounts mounts;
  private final DeviceInterfaces interfaces = new DeviceInterfaces();
  private final Relabelling relabelling = new Relabelling(Relabelling.KERNEL);

  ContainerCreation(RuntimeContext context, ImageStore images) {
    this.context = context;
    this.images = images;
    this.mounts = new BundleMounts(images);
  }

  /**
   * Makes what is missing of it, and writes {@code config.json} anew.
   *
   * @return as whom it is to run
   */
  LinuxContainerUser make(
      ContainerRecord record, SandboxRecord sandbox, StoredImage image, ImageRun run) {
    try {
      ContainerConfig config = record.config();
      SandboxPaths pod =
          SandboxNamespaces.paths(
              context.places().pod(sandbox.id()), sandbox.config(), processes(config, sandbox));
      Optional<PodIdMappings> users = PodIdMappings.of(sandbox.config());
      Optional<RootOwners> owners = users.map(own -> owners(own, pod));
      Path root = images.root(image, record.id(), owners);
      Path bundle = context.places().makeBundle(record.id(), users);
      List<MountSpec> all = new ArrayList<>(mounts.of(config, record.roots(), owners));
      all.addAll(
          BundleMounts.volumes(
              run.volumes(), config, root, context.containerPlace(record.id()), users));
      List<CdiEdits> edits = interfaces.edits(config);
      Identity identity = identity(config, run, root);
      Path shownRoot = root;
      if (owners.isPresent()) {
        known(users.get(), identity);
        UserNamespaceMounts userMounts =
            UserNamespaceMounts.begin(bundle, users.get(), owners.get().namespace());
        shownRoot = userMounts.root(root);
        all = userMounts.mounts(all);
      }
      SpecPlace place =
          new SpecPlace(
              sandbox.config(),
              pod,
              context.cgroupsPath(sandbox.config(), record.id()),
              context.selinuxLevel(sandbox.id(), sandbox.config()),
              machine(config, edits));
      Spec spec =
          ContainerSpec.of(
              new SpecInput(
                  config, place, run, identity, shownRoot.toString(), all, seccomp(config), edits));
      context.journal().tellOnce(spec.notes());
      relabelling.carryOut(spec);
      context.places().configure(record.id(), spec.json());
      makeLogDirectory(record.logPath());
      return new LinuxContainerUser(identity.uid(), identity.gid(), identity.additionalGroups());
    } catch (IOException | LinuxException refused) {
      throw LinuxException.asFailure("cannot make container " + record.id(), refused);
    }
  }

  /** With what its record does not keep, out of its bundle; as it is when that is gone. */
  ContainerRecord withValues(ContainerRecord kept) {
    try {
      String text =
          Files.readString(context.places().bundle(kept.id()).resolve(RunDirectories.CONFIG));
      Node.Fields process = Json.objectOf(Json.object(text), "process");
      if (process == null) {
        return kept;
      }
      List<EnvEntry> env = new ArrayList<>();
      for (String entry : Json.textsOf(process, "env")) {
        int equals = entry.indexOf('=');
        env.add(new EnvEntry(entry.substring(0, equals), entry.substring(equals + 1)));
      }
      return kept.withValues(Json.textsOf(process, "args"), env);
    } catch (IOException | IllegalArgumentException | IndexOutOfBoundsException gone) {
      return kept;
    }
  }

  private static void makeLogDirectory(String log) throws IOException {
    Path directory = log.isEmpty() ? null : Path.of(log).getParent();
    if (directory != null && !Files.isDirectory(directory)) {
      Files.createDirectories(directory);
    }
  }

  private static RootOwners owners(PodIdMappings users, SandboxPaths pod) {
    return new RootOwners(
        pod.namespace(Kind.USER)
            .orElseThrow(() ->
                new OutsideFailure(
                    FailureKind.INTERNAL, "it is not known where the pod's user namespace is")),
        new OwnerMap(List.of(users.users()), List.of(users.groups())));
  }

  private static void known(PodIdMappings users, Identity identity) {
    if (!users.hasUser(identity.uid())) {
      throw new OutsideFailure(
          FailureKind.BAD_SPEC, "user " + identity.uid() + " is not among the pod's own");
    }
    List<Long> groups = new ArrayList<>(identity.additionalGroups());
    groups.add(identity.gid());
    for (long group : groups) {
      if (!users.hasGroup(group)) {
        throw new OutsideFailure(
            FailureKind.BAD_SPEC, "group " + group + " is not among the pod's own");
      }
    }
  }

  /** To look for devices costs something, and few containers want any. */
  private HostFacts machine(ContainerConfig config, List<CdiEdits> edits) {
    boolean devices =
        config.security().privileged() || !config.devices().isEmpty() || !edits.isEmpty();
    return devices
        ? context
            .machine()
            .factsWithDevices(config.devices().stream().map(DeviceSpec::hostPath).toList())
        : context.machine().facts();
  }

  private Identity identity(ContainerConfig config, ImageRun run, Path root) {
    try (MemoryBudget.Share share = accounts.open()) {
      share.take(RootAccounts.MEMORY_MAX, ACCOUNTS_PATIENCE);
      return ProcessUser.resolve(config.security(), run.user(), new RootAccounts(root));
    }
  }

  /** The processes that it is to see: those of the pod, or of another container. */
  private Optional<Path> processes(ContainerConfig config, SandboxRecord sandbox) {
    NamespaceOptions namespaces = config.security().namespaces();
    return switch (namespaces.pid()) {
      case POD -> Optional.ofNullable(sandbox.pause()).map(ContainerCreation::namespace);
      case TARGET -> Optional.of(target(namespaces.targetId()));
      case CONTAINER, NODE -> Optional.empty();
    };
  }

  private Path target(String id) {
    return context
        .inventory()
        .container(id)
        .map(entry -> entry.record().process())
        .filter(ProcessIdentity::alive)
        .map(ContainerCreation::namespace)
        .orElseThrow(() ->
            new OutsideFailure(FailureKind.BAD_SPEC, "target container " + id + " does not run"));
  }

  private static Path namespace(ProcessIdentity process) {
    return Path.of("/proc", Long.toString(process.pid()), "ns", "pid");
  }

  private Optional<String> seccomp(ContainerConfig config) throws IOException {
    SecurityProfile profile = config.security().seccomp();
    if (profile == null || profile.kind() != SecurityProfile.Kind.LOCALHOST) {
      return Optional.empty();
    }
    String name = profile.localhostRef().replaceFirst("^localhost/", "");
    Path file = context.settings().seccompProfiles().resolve(name);
    if (!Files.isRegularFile(file)) {
      throw new OutsideFailure(FailureKind.BAD_SPEC, "there is no seccomp profile " + file);
    }
    return Optional.of(Files.readString(file));
  }
}
