package dev.jubelet.app.training;

import dev.jubelet.cri.wire.Image;
import dev.jubelet.cri.wire.ImageServiceGrpc;
import dev.jubelet.cri.wire.ImageStatusRequest;
import dev.jubelet.cri.wire.ImageStatusResponse;
import dev.jubelet.cri.wire.PullImageRequest;
import dev.jubelet.cri.wire.PullImageResponse;
import io.grpc.stub.StreamObserver;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Images that are there once they were pulled. */
final class ScriptedImages extends ImageServiceGrpc.ImageServiceImplBase {
  static final String ID = "sha256:" + "0".repeat(64);

  private final Set<String> pulled = ConcurrentHashMap.newKeySet();

  @Override
  public void imageStatus(ImageStatusRequest request, StreamObserver<ImageStatusResponse> answer) {
    String name = request.getImage().getImage();
    ScriptedSandboxes.answer(
        answer,
        pulled.contains(name)
            ? ImageStatusResponse.newBuilder()
                .setImage(Image.newBuilder().setId(ID).addRepoTags(name).setSize(1))
                .build()
            : ImageStatusResponse.getDefaultInstance());
  }

  @Override
  public void pullImage(PullImageRequest request, StreamObserver<PullImageResponse> answer) {
    pulled.add(request.getImage().getImage());
    ScriptedSandboxes.answer(answer, PullImageResponse.newBuilder().setImageRef(ID).build());
  }
}
