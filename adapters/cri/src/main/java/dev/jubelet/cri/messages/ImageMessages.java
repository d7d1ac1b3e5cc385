package dev.jubelet.cri.messages;

import dev.jubelet.cri.wire.AuthConfig;
import dev.jubelet.cri.wire.FilesystemIdentifier;
import dev.jubelet.cri.wire.FilesystemUsage;
import dev.jubelet.cri.wire.Image;
import dev.jubelet.cri.wire.Int64Value;
import dev.jubelet.cri.wire.UInt64Value;
import dev.jubelet.model.runtime.ImageFilesystem;
import dev.jubelet.model.runtime.ObservedImage;
import dev.jubelet.model.runtime.config.ImageSpec;
import dev.jubelet.model.runtime.config.RegistryCredential;

/** Images in our words and in those of CRI. */
public final class ImageMessages {
  private ImageMessages() {}

  public static dev.jubelet.cri.wire.ImageSpec spec(ImageSpec image) {
    return dev.jubelet.cri.wire.ImageSpec.newBuilder()
        .setImage(image.image())
        .setUserSpecifiedImage(image.userSpecified())
        .setRuntimeHandler(image.runtimeHandler())
        .putAllAnnotations(image.annotations())
        .build();
  }

  public static ImageSpec spec(dev.jubelet.cri.wire.ImageSpec wire) {
    return new ImageSpec(
        wire.getImage(),
        wire.getUserSpecifiedImage(),
        wire.getRuntimeHandler(),
        wire.getAnnotationsMap());
  }

  public static AuthConfig auth(RegistryCredential credential) {
    return AuthConfig.newBuilder()
        .setUsername(credential.username())
        .setPassword(credential.password())
        .setAuth(credential.auth())
        .setServerAddress(credential.serverAddress())
        .setIdentityToken(credential.identityToken())
        .setRegistryToken(credential.registryToken())
        .build();
  }

  public static RegistryCredential auth(AuthConfig wire) {
    return new RegistryCredential(
        wire.getUsername(),
        wire.getPassword(),
        wire.getAuth(),
        wire.getServerAddress(),
        wire.getIdentityToken(),
        wire.getRegistryToken());
  }

  public static ObservedImage observed(Image wire) {
    return new ObservedImage(
        wire.getId(),
        wire.getRepoTagsList(),
        wire.getRepoDigestsList(),
        wire.getSize(),
        wire.hasUid() ? wire.getUid().getValue() : null,
        wire.getUsername(),
        wire.getPinned());
  }

  public static Image image(ObservedImage image) {
    Image.Builder wire =
        Image.newBuilder()
            .setId(image.id())
            .addAllRepoTags(image.repoTags())
            .addAllRepoDigests(image.repoDigests())
            .setSize(image.sizeBytes())
            .setUsername(image.username())
            .setPinned(image.pinned());
    Long uid = image.uid();
    if (uid != null) {
      wire.setUid(Int64Value.newBuilder().setValue(uid));
    }
    return wire.build();
  }

  public static FilesystemUsage filesystem(ImageFilesystem filesystem) {
    return FilesystemUsage.newBuilder()
        .setTimestamp(WireTime.nanos(filesystem.at()))
        .setFsId(FilesystemIdentifier.newBuilder().setMountpoint(filesystem.mountpoint()))
        .setUsedBytes(UInt64Value.newBuilder().setValue(filesystem.usedBytes()))
        .setInodesUsed(UInt64Value.newBuilder().setValue(filesystem.usedInodes()))
        .build();
  }

  public static ImageFilesystem filesystem(FilesystemUsage wire) {
    return new ImageFilesystem(
        wire.getFsId().getMountpoint(),
        wire.getUsedBytes().getValue(),
        wire.getInodesUsed().getValue(),
        WireTime.instant(wire.getTimestamp()));
  }
}
