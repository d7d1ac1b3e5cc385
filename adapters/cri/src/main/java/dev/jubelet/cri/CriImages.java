package dev.jubelet.cri;

import dev.jubelet.cri.messages.ImageMessages;
import dev.jubelet.cri.messages.SandboxConfigMessages;
import dev.jubelet.cri.wire.Image;
import dev.jubelet.cri.wire.ImageFsInfoRequest;
import dev.jubelet.cri.wire.ImageServiceGrpc;
import dev.jubelet.cri.wire.ImageStatusRequest;
import dev.jubelet.cri.wire.ImageStatusResponse;
import dev.jubelet.cri.wire.ListImagesRequest;
import dev.jubelet.cri.wire.ListImagesResponse;
import dev.jubelet.cri.wire.PullImageRequest;
import dev.jubelet.cri.wire.RemoveImageRequest;
import dev.jubelet.model.runtime.ImageFilesystem;
import dev.jubelet.model.runtime.ObservedImage;
import dev.jubelet.model.runtime.config.ImageSpec;
import dev.jubelet.model.runtime.config.RegistryCredential;
import dev.jubelet.model.runtime.config.SandboxConfig;
import dev.jubelet.ports.runtime.Images;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

final class CriImages implements Images {
  private final CriCalls calls;
  private final ImagePull imagePull;

  CriImages(CriCalls calls) {
    this.calls = calls;
    this.imagePull = new ImagePull(calls);
  }

  @Override
  public List<ObservedImage> list() {
    return calls.list(
        ImageServiceGrpc.getListImagesMethod(),
        ListImagesRequest.getDefaultInstance(),
        new ListAnswer<>(
            ListImagesResponse.IMAGES_FIELD_NUMBER,
            Image.parser(),
            found -> Optional.of(ImageMessages.observed(found))));
  }

  @Override
  public Optional<ObservedImage> status(ImageSpec image) {
    // CRI: an answer without an image is how a runtime says that it does not have it.
    return calls
        .find(
            ImageServiceGrpc.getImageStatusMethod(),
            ImageStatusRequest.newBuilder().setImage(ImageMessages.spec(image)).build())
        .filter(ImageStatusResponse::hasImage)
        .map(answer -> ImageMessages.observed(answer.getImage()));
  }

  @Override
  public String pull(
      ImageSpec image, @Nullable RegistryCredential credential, @Nullable SandboxConfig pod) {
    PullImageRequest.Builder request =
        PullImageRequest.newBuilder().setImage(ImageMessages.spec(image));
    if (credential != null) {
      request.setAuth(ImageMessages.auth(credential));
    }
    if (pod != null) {
      request.setSandboxConfig(SandboxConfigMessages.config(pod));
    }
    return imagePull.pull(request.build());
  }

  @Override
  public void remove(ImageSpec image) {
    calls.end(
        ImageServiceGrpc.getRemoveImageMethod(),
        RemoveImageRequest.newBuilder().setImage(ImageMessages.spec(image)).build(),
        calls.settings().requestTimeout());
  }

  /** Those of images; the ones of writable layers count with their containers. */
  @Override
  public List<ImageFilesystem> filesystems() {
    return calls
        .ask(ImageServiceGrpc.getImageFsInfoMethod(), ImageFsInfoRequest.getDefaultInstance())
        .getImageFilesystemsList()
        .stream()
        .map(ImageMessages::filesystem)
        .toList();
  }
}
