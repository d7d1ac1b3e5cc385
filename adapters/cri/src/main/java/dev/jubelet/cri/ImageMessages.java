package dev.jubelet.cri;

import dev.jubelet.cri.wire.AuthConfig;
import dev.jubelet.cri.wire.FilesystemUsage;
import dev.jubelet.cri.wire.Image;
import dev.jubelet.model.runtime.ImageFilesystem;
import dev.jubelet.model.runtime.ImageSpec;
import dev.jubelet.model.runtime.ObservedImage;
import dev.jubelet.model.runtime.RegistryCredential;

/** Images in our words and in those of CRI. */
final class ImageMessages {
  private ImageMessages() {}

  static dev.jubelet.cri.wire.ImageSpec spec(ImageSpec image) {
    return dev.jubelet.cri.wire.ImageSpec.newBuilder()
        .setImage(image.image())
        .setUserSpecifiedImage(image.userSpecified())
        .setRuntimeHandler(image.runtimeHandler())
        .putAllAnnotations(image.annotations())
        .build();
  }

  static AuthConfig auth(RegistryCredential credential) {
    return AuthConfig.newBuilder()
        .setUsername(credential.username())
        .setPassword(credential.password())
        .setAuth(credential.auth())
        .setServerAddress(credential.serverAddress())
        .setIdentityToken(credential.identityToken())
        .setRegistryToken(credential.registryToken())
        .build();
  }

  static ObservedImage observed(Image wire) {
    return new ObservedImage(
        wire.getId(),
        wire.getRepoTagsList(),
        wire.getRepoDigestsList(),
        wire.getSize(),
        wire.hasUid() ? wire.getUid().getValue() : null,
        wire.getUsername(),
        wire.getPinned());
  }

  static ImageFilesystem filesystem(FilesystemUsage wire) {
    return new ImageFilesystem(
        wire.getFsId().getMountpoint(),
        wire.getUsedBytes().getValue(),
        wire.getInodesUsed().getValue(),
        WireTime.instant(wire.getTimestamp()));
  }
}
