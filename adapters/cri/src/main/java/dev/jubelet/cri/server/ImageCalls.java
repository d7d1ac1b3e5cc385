package dev.jubelet.cri.server;

import dev.jubelet.cri.messages.ImageMessages;
import dev.jubelet.cri.messages.SandboxConfigMessages;
import dev.jubelet.cri.wire.AuthConfig;
import dev.jubelet.cri.wire.FilesystemUsage;
import dev.jubelet.cri.wire.Image;
import dev.jubelet.cri.wire.ImageFilter;
import dev.jubelet.cri.wire.ImageFsInfoResponse;
import dev.jubelet.cri.wire.ImageServiceGrpc;
import dev.jubelet.cri.wire.ImageStatusRequest;
import dev.jubelet.cri.wire.ImageStatusResponse;
import dev.jubelet.cri.wire.ListImagesResponse;
import dev.jubelet.cri.wire.PullImageRequest;
import dev.jubelet.cri.wire.PullImageResponse;
import dev.jubelet.cri.wire.StreamImagesResponse;
import dev.jubelet.model.runtime.ObservedImage;
import dev.jubelet.model.runtime.config.ImageSpec;
import dev.jubelet.ports.runtime.Images;
import dev.jubelet.ports.runtime.RuntimeRecords;
import java.util.List;
import java.util.Optional;

/** Questions about images. */
final class ImageCalls {
  private final Images images;
  private final RuntimeRecords records;

  ImageCalls(Images images, RuntimeRecords records) {
    this.images = images;
    this.records = records;
  }

  void offer(CallTable table) {
    table.unary(
        ImageServiceGrpc.getListImagesMethod(),
        question ->
            ListImagesResponse.newBuilder().addAllImages(list(question.getFilter())).build());
    table.list(
        ImageServiceGrpc.getStreamImagesMethod(),
        question -> list(question.getFilter()),
        piece -> StreamImagesResponse.newBuilder().addAllImages(piece).build());
    table.unary(ImageServiceGrpc.getImageStatusMethod(), this::status);
    table.unaryWhileAwaited(ImageServiceGrpc.getPullImageMethod(), this::pull);
    table.change(
        ImageServiceGrpc.getRemoveImageMethod(),
        question -> images.remove(named(question.getImage())));
    table.unary(ImageServiceGrpc.getImageFsInfoMethod(), _ -> filesystems());
  }

  private List<Image> list(ImageFilter filter) {
    List<ObservedImage> found = images.list();
    String name = filter.getImage().getImage();
    if (!name.isEmpty()) {
      found = Filters.images(name, images.status(ImageMessages.spec(filter.getImage())), found);
    }
    return found.stream().map(ImageMessages::image).toList();
  }

  /** CRI: an answer without an image says that it is not here. */
  private ImageStatusResponse status(ImageStatusRequest question) {
    Optional<ObservedImage> found = images.status(named(question.getImage()));
    ImageStatusResponse.Builder answer = ImageStatusResponse.newBuilder();
    found.ifPresent(image -> {
      answer.setImage(ImageMessages.image(image));
      if (question.getVerbose()) {
        answer.putAllInfo(records.details(image.id()));
      }
    });
    return answer.build();
  }

  private PullImageResponse pull(PullImageRequest question) {
    boolean anonymous = question.getAuth().equals(AuthConfig.getDefaultInstance());
    String reference =
        images.pull(
            named(question.getImage()),
            anonymous ? null : ImageMessages.auth(question.getAuth()),
            question.hasSandboxConfig()
                ? SandboxConfigMessages.config(question.getSandboxConfig())
                : null);
    return PullImageResponse.newBuilder().setImageRef(reference).build();
  }

  /** Writable layers lie where images lie; saying so keeps clients from counting twice. */
  private ImageFsInfoResponse filesystems() {
    List<FilesystemUsage> usage =
        images.filesystems().stream().map(ImageMessages::filesystem).toList();
    return ImageFsInfoResponse.newBuilder()
        .addAllImageFilesystems(usage)
        .addAllContainerFilesystems(usage)
        .build();
  }

  private static ImageSpec named(dev.jubelet.cri.wire.ImageSpec image) {
    Required.text("image.image", image.getImage());
    return ImageMessages.spec(image);
  }
}
