package dev.jubelet.cri.messages;

import dev.jubelet.cri.wire.IDMapping;
import dev.jubelet.cri.wire.Mount;
import dev.jubelet.cri.wire.MountPropagation;
import dev.jubelet.model.container.MountPropagationMode;
import dev.jubelet.model.runtime.config.ImageSpec;
import dev.jubelet.model.runtime.config.MountSpec;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import java.util.List;

/** What a container sees of the node's files and of other images. */
public final class MountMessages {
  private MountMessages() {}

  public static Mount mount(MountSpec mount) {
    List<IDMapping> owners = NamespaceMessages.mappings(mount.idMappings());
    Mount.Builder wire =
        Mount.newBuilder()
            .addAllUidMappings(owners)
            .addAllGidMappings(owners)
            .setContainerPath(mount.containerPath())
            .setHostPath(mount.hostPath())
            .setReadonly(mount.readOnly())
            .setRecursiveReadOnly(mount.recursiveReadOnly())
            .setSelinuxRelabel(mount.selinuxRelabel())
            .setPropagation(propagation(mount.propagation()));
    if (!mount.image().isEmpty()) {
      wire.setImage(ImageMessages.spec(ImageSpec.of(mount.image())))
          .setImageSubPath(mount.imageSubPath());
    }
    return wire.build();
  }

  private static MountPropagation propagation(MountPropagationMode mode) {
    return switch (mode) {
      case NONE -> MountPropagation.PROPAGATION_PRIVATE;
      case HOST_TO_CONTAINER -> MountPropagation.PROPAGATION_HOST_TO_CONTAINER;
      case BIDIRECTIONAL -> MountPropagation.PROPAGATION_BIDIRECTIONAL;
    };
  }

  /** An image is named by what is to be mounted; how somebody spelt it does not matter there. */
  static MountSpec mount(Mount wire) {
    if (!wire.getUidMappingsList().equals(wire.getGidMappingsList())) {
      throw new OutsideFailure(
          FailureKind.BAD_SPEC,
          "mounts: uidMappings and gidMappings of %s differ".formatted(wire.getContainerPath()));
    }
    return new MountSpec(
        wire.getContainerPath(),
        wire.getHostPath(),
        wire.getReadonly(),
        wire.getRecursiveReadOnly(),
        wire.getSelinuxRelabel(),
        propagation(wire),
        NamespaceMessages.fromWire(wire.getUidMappingsList()),
        wire.getImage().getImage(),
        wire.getImageSubPath());
  }

  private static MountPropagationMode propagation(Mount wire) {
    return switch (wire.getPropagation()) {
      case PROPAGATION_PRIVATE -> MountPropagationMode.NONE;
      case PROPAGATION_HOST_TO_CONTAINER -> MountPropagationMode.HOST_TO_CONTAINER;
      case PROPAGATION_BIDIRECTIONAL -> MountPropagationMode.BIDIRECTIONAL;
      case UNRECOGNIZED ->
          throw new OutsideFailure(
              FailureKind.BAD_SPEC,
              "mounts: unknown propagation of %s".formatted(wire.getContainerPath()));
    };
  }
}
