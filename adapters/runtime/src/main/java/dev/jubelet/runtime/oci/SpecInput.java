package dev.jubelet.runtime.oci;

import dev.jubelet.model.runtime.config.ContainerConfig;
import dev.jubelet.model.runtime.config.MountSpec;
import dev.jubelet.model.runtime.config.NamespaceOptions;
import dev.jubelet.runtime.oci.input.Identity;
import dev.jubelet.runtime.oci.input.ImageRun;
import java.util.List;
import java.util.Optional;

/**
 * All that decides about a container's {@code config.json}.
 *
 * @param root the root file system: a path of the node, or relative to the bundle
 * @param mounts those of {@code config}, with paths of the node in place of images; volumes of the
 *     image that nobody mounted over come last
 * @param localhostSeccomp the text of the profile when {@code config} wants one of the node
 * @param cdi edits for the devices that were asked for by name
 */
public record SpecInput(
    ContainerConfig config,
    SpecPlace place,
    ImageRun image,
    Identity identity,
    String root,
    List<MountSpec> mounts,
    Optional<String> localhostSeccomp,
    List<CdiEdits> cdi) {
  public SpecInput {
    mounts = List.copyOf(mounts);
    cdi = List.copyOf(cdi);
  }

  /**
   * CRI: network, IPC and users are the pod's, whatever a container says of them; only processes
   * are its own choice.
   */
  NamespaceOptions namespaces() {
    NamespaceOptions pods = place.sandbox().security().namespaces();
    NamespaceOptions own = config.security().namespaces();
    return new NamespaceOptions(pods.network(), own.pid(), pods.ipc(), own.targetId(), pods.user());
  }
}
