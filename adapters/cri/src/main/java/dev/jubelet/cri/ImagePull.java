package dev.jubelet.cri;

import dev.jubelet.cri.wire.FilesystemUsage;
import dev.jubelet.cri.wire.ImageFsInfoRequest;
import dev.jubelet.cri.wire.ImageServiceGrpc;
import dev.jubelet.cri.wire.PullImageRequest;
import dev.jubelet.cri.wire.PullImageResponse;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import io.grpc.CallOptions;
import io.grpc.Status;
import io.grpc.stub.ClientCalls;
import java.io.File;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * One pull. CRI tells nothing before the end, so the disk has to: while a pull gets on, the images'
 * filesystem changes. The runtime's own figure counts unpacked layers; the free space of the disk
 * moves during the download as well. Somebody else's writes look like progress too, which only
 * means that more patience is shown.
 */
final class ImagePull {
  private final CriCalls calls;

  ImagePull(CriCalls calls) {
    this.calls = calls;
  }

  String pull(PullImageRequest request) {
    CriSettings settings = calls.settings();
    CallOptions options =
        CallOptions.DEFAULT.withDeadlineAfter(
            settings.longestCall().toNanos(), TimeUnit.NANOSECONDS);
    Future<PullImageResponse> answer =
        ClientCalls.futureUnaryCall(
            calls.begin(ImageServiceGrpc.getPullImageMethod(), options), request);
    PullProgress progress = new PullProgress(settings.pullStall(), sinceSomewhere());
    try {
      while (true) {
        try {
          return answer.get(settings.pullLook().toNanos(), TimeUnit.NANOSECONDS).getImageRef();
        } catch (TimeoutException stillPulling) {
          if (progress.stalled(diskMark(), sinceSomewhere())) {
            throw new OutsideFailure(
                FailureKind.TIMED_OUT,
                "pulling %s made no progress for %s"
                    .formatted(
                        request.getImage().getImage(), CriErrors.spoken(settings.pullStall())));
          }
        }
      }
    } catch (ExecutionException failure) {
      throw calls
          .errors()
          .failure(
              ImageServiceGrpc.getPullImageMethod(),
              Status.fromThrowable(failure),
              settings.longestCall());
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
      throw new OutsideFailure(FailureKind.TIMED_OUT, "PullImage was interrupted");
    } finally {
      answer.cancel(true);
    }
  }

  private static Duration sinceSomewhere() {
    return Duration.ofNanos(System.nanoTime());
  }

  /**
   * A number that differs when the disk of the images has changed; empty when it cannot be seen.
   */
  private OptionalLong diskMark() {
    long mark = 0;
    int seen = 0;
    try {
      for (FilesystemUsage usage :
          calls
              .ask(ImageServiceGrpc.getImageFsInfoMethod(), ImageFsInfoRequest.getDefaultInstance())
              .getImageFilesystemsList()) {
        seen++;
        mark = mark * 31 + usage.getUsedBytes().getValue();
        mark = mark * 31 + new File(usage.getFsId().getMountpoint()).getUsableSpace();
      }
    } catch (OutsideFailure cannotSay) {
      // A runtime that went away ends the pull by itself; one that does not count is not hurried.
      return OptionalLong.empty();
    }
    return seen == 0 ? OptionalLong.empty() : OptionalLong.of(mark);
  }
}
