package dev.jubelet.images.pull;

import dev.jubelet.images.content.ContentStore;
import dev.jubelet.images.content.Digest;
import dev.jubelet.images.content.Ingest;
import dev.jubelet.images.registry.BlobSource;
import dev.jubelet.images.registry.Descriptor;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/** Downloads under way, one for each blob, however many pulls want it. */
final class BlobDownloads {
  private final ContentStore content;
  private final Semaphore permits;
  private final Map<Digest, Download> downloads = new HashMap<>();

  BlobDownloads(ContentStore content, int atOnce) {
    this.content = content;
    this.permits = new Semaphore(atOnce, true);
  }

  /** One download, shared by all that joined it; it ends when the last of them leaves. */
  final class Download {
    private final Ingest ingest;
    private final CompletableFuture<Boolean> done = new CompletableFuture<>();
    private int wanted;
    private volatile boolean givenUp;

    private Download(Ingest ingest) {
      this.ingest = ingest;
    }

    InputStream follow() throws IOException {
      return ingest.follow();
    }

    boolean restarted() {
      return ingest.restarted();
    }

    /** Waits until the blob is verified and stored, or throws why it is not. */
    void await() {
      try {
        boolean _ = done.join();
      } catch (CompletionException failed) {
        if (failed.getCause() instanceof OutsideFailure outside) {
          // Each waiter gets one of its own, with its own stack.
          throw new OutsideFailure(outside.kind(), outside.text(), outside);
        }
        throw failed;
      }
    }

    void leave() {
      synchronized (downloads) {
        if (--wanted == 0 && !done.isDone()) {
          givenUp = true;
          // Whoever comes now begins a download of its own when this one has ended.
        }
      }
    }

    private void fly(BlobSource source) {
      boolean permitted = false;
      try (ingest) {
        permits.acquire();
        permitted = true;
        source.fetch(ingest, () -> givenUp);
        finish(null);
      } catch (OutsideFailure failed) {
        discard(failed);
        finish(failed);
      } catch (IOException failed) {
        abandon();
        finish(
            new OutsideFailure(
                FailureKind.EXHAUSTED, "cannot store a layer: " + failed.getMessage(), failed));
      } catch (InterruptedException interrupted) {
        Thread.currentThread().interrupt();
        finish(new OutsideFailure(FailureKind.TIMED_OUT, "the download was interrupted"));
      } catch (RuntimeException bug) {
        finish(new OutsideFailure(FailureKind.INTERNAL, "the download failed: " + bug, bug));
      } finally {
        if (permitted) {
          permits.release();
        }
        if (!done.isDone()) {
          // Nobody waits for ever, whatever it was.
          finish(new OutsideFailure(FailureKind.INTERNAL, "the download ended unexpectedly"));
        }
      }
    }

    /** What a host that is away sent so far is worth keeping; what a liar sent is not. */
    private void discard(OutsideFailure failed) {
      boolean resumable =
          failed.kind() == FailureKind.UNAVAILABLE || failed.kind() == FailureKind.TIMED_OUT;
      if (!resumable || givenUp || ingest.offset() == 0) {
        abandon();
      }
    }

    private void abandon() {
      try {
        ingest.abandon();
      } catch (IOException kept) {
        // The next clean-up finds it.
      }
    }

    private void finish(@Nullable OutsideFailure failure) {
      try {
        ingest.close();
      } catch (IOException closed) {
        // It was whole before, or is not wanted.
      }
      synchronized (downloads) {
        downloads.remove(ingest.digest(), this);
      }
      if (failure == null) {
        done.complete(true);
      } else {
        done.completeExceptionally(failure);
      }
    }
  }

  /** Joins a download, which begins when nobody wanted the blob before; null when it is here. */
  @Nullable Download join(Descriptor blob, BlobSource source) throws IOException {
    while (true) {
      Download ending;
      synchronized (downloads) {
        Download download = downloads.get(blob.digest());
        if (download == null || !download.givenUp) {
          if (download == null && content.has(blob.digest(), blob.size())) {
            return null;
          }
          if (download == null) {
            download = new Download(content.begin(blob.digest(), blob.size()));
            downloads.put(blob.digest(), download);
            Download started = download;
            Thread.ofVirtual().name("image-download").start(() -> started.fly(source));
          }
          download.wanted++;
          return download;
        }
        ending = download;
      }
      // It ends within the deadline of its transfer.
      ending.done.handle((_, _) -> true).join();
    }
  }
}
