package dev.jubelet.runtime.oci;

import dev.jubelet.model.runtime.config.ContainerConfig;
import dev.jubelet.model.runtime.config.MountSpec;
import dev.jubelet.model.runtime.config.NamespaceOptions;
import dev.jubelet.model.runtime.config.SandboxConfig;
import dev.jubelet.runtime.oci.input.HostFacts;
import dev.jubelet.runtime.oci.input.Identity;
import dev.jubelet.runtime.oci.input.ImageRun;
import dev.jubelet.runtime.oci.input.Rlimit;
import dev.jubelet.runtime.oci.input.SandboxPaths;
import java.util.List;
import java.util.Optional;

/**
 * All that decides about a container's {@code config.json}.
 *
 * @param root the root file system: a path of the node, or relative to the bundle
 * @param mounts those of {@code config}, with paths of the node in place of images; volumes of the
 *     image that nobody mounted over come last
 * @param cgroupsPath see {@link CgroupsPath}
 * @param localhostSeccomp the text of the profile when {@code config} wants one of the node
 * @param limits of runtime settings, beside what the pod says
 * @param cdi edits for the devices that were asked for by name
 */
public record SpecInput(
    String id,
    ContainerConfig config,
    SandboxConfig sandbox,
    ImageRun image,
    Identity identity,
    SandboxPaths places,
    String root,
    List<MountSpec> mounts,
    String cgroupsPath,
    HostFacts machine,
    Optional<String> localhostSeccomp,
    Limits limits,
    List<CdiEdits> cdi) {
  public SpecInput {
    mounts = List.copyOf(mounts);
    cdi = List.copyOf(cdi);
  }

  /**
   * @param rlimits none to inherit ours
   * @param current ours, which nobody exceeds without CAP_SYS_RESOURCE
   */
  public record Limits(List<Rlimit> rlimits, List<Rlimit> current) {
    public static final Limits NONE = new Limits(List.of(), List.of());

    public Limits {
      rlimits = List.copyOf(rlimits);
      current = List.copyOf(current);
    }
  }

  /**
   * CRI: network, IPC and users are the pod's, whatever a container says of them; only processes
   * are its own choice.
   */
  NamespaceOptions namespaces() {
    NamespaceOptions pods = sandbox.security().namespaces();
    NamespaceOptions own = config.security().namespaces();
    return new NamespaceOptions(pods.network(), own.pid(), pods.ipc(), own.targetId(), pods.user());
  }
}
