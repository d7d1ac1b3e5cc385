package dev.jubelet.images.pull;

import dev.jubelet.images.content.ContentStore;
import dev.jubelet.images.content.DamagedContentException;
import dev.jubelet.images.content.Digest;
import dev.jubelet.images.registry.BlobSource;
import dev.jubelet.images.registry.Descriptor;
import dev.jubelet.images.registry.ImageConfig;
import dev.jubelet.images.registry.Manifest;
import dev.jubelet.images.snapshot.ChainId;
import dev.jubelet.images.snapshot.Snapshots;
import dev.jubelet.images.unpack.ImageAllowance;
import dev.jubelet.images.unpack.LayerException;
import dev.jubelet.images.unpack.LayerUnpacker;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Layers under way: each is unpacked while it downloads, and put on the ones below it when those
 * are there.
 */
final class LayerDownloads {
  private static final int ROUNDS_MAX = 5;

  private final ContentStore content;
  private final UnpackedLayers unpacked;
  private final BlobDownloads blobs;
  private final Map<Digest, CompletableFuture<Boolean>> downloads = new ConcurrentHashMap<>();

  LayerDownloads(ContentStore content, UnpackedLayers unpacked, BlobDownloads blobs) {
    this.content = content;
    this.unpacked = unpacked;
    this.blobs = blobs;
  }

  /**
   * One layer of a pull: all that is needed to bring it in.
   *
   * @param below until every layer below it is there
   */
  private record Part(
      Descriptor blob, Digest diffId, List<Digest> chains, CompletableFuture<Boolean> below) {
    Digest chain() {
      return chains.getLast();
    }

    /** The nearest first. */
    List<Digest> lowers() {
      return chains.subList(0, chains.size() - 1).reversed();
    }
  }

  /** One pull: what it joined, so that it can leave all of it. */
  private record Pull(
      BlobSource source,
      ImageAllowance image,
      AtomicBoolean over,
      List<BlobDownloads.Download> joined) {
    BlobDownloads.@Nullable Download join(BlobDownloads blobs, Descriptor blob) throws IOException {
      synchronized (joined) {
        if (over.get()) {
          throw new OutsideFailure(FailureKind.TIMED_OUT, "the pull was cancelled");
        }
        BlobDownloads.Download download = blobs.join(blob, source);
        if (download != null) {
          joined.add(download);
        }
        return download;
      }
    }

    void leave() {
      synchronized (joined) {
        over.set(true);
        joined.forEach(BlobDownloads.Download::leave);
        joined.clear();
      }
    }
  }

  void all(Manifest manifest, ImageConfig config, BlobSource source, Lease lease)
      throws IOException {
    long total = manifest.layers().stream().mapToLong(Descriptor::size).max().orElse(0);
    if (total > unpacked.limits().bytes()) {
      throw new OutsideFailure(FailureKind.BAD_SPEC, "a layer has " + total + " bytes");
    }
    checkRoom(manifest);
    List<Digest> chains = ChainId.of(config.diffIds());
    lease.chains(chains);
    try (ImageAllowance image = unpacked.allowance()) {
      all(
          manifest,
          config,
          chains,
          new Pull(source, image, new AtomicBoolean(), new ArrayList<>()));
    }
  }

  /** What is known not to fit is not begun. */
  private void checkRoom(Manifest manifest) throws IOException {
    long all = 0;
    long missing = 0;
    for (Descriptor layer : manifest.layers()) {
      all = Math.addExact(all, layer.size());
      missing += content.has(layer.digest(), layer.size()) ? 0 : layer.size();
    }
    if (all > unpacked.limits().imageBytes()) {
      throw new OutsideFailure(
          FailureKind.BAD_SPEC,
          "the image's layers have " + all + " bytes, more than " + unpacked.limits().imageBytes());
    }
    unpacked.disk().check(missing);
  }

  private void all(Manifest manifest, ImageConfig config, List<Digest> chains, Pull pull)
      throws IOException {
    List<CompletableFuture<Boolean>> parts = new ArrayList<>();
    CompletableFuture<Boolean> below = CompletableFuture.completedFuture(true);
    for (int i = 0; i < chains.size(); i++) {
      Part part =
          new Part(
              manifest.layers().get(i), config.diffIds().get(i), chains.subList(0, i + 1), below);
      CompletableFuture<Boolean> done = new CompletableFuture<>();
      Thread.ofVirtual().name("image-layer").start(() -> run(part, pull, done));
      parts.add(done);
      // All of them: one that is here already does not wait for those below it.
      below = below.thenCombine(done, (_, _) -> true);
    }
    try {
      firstFailure(parts);
    } finally {
      pull.leave();
      // Nothing of this pull goes on when it has ended.
      parts.forEach(part -> part.handle((_, _) -> true).join());
    }
  }

  /** Waits for all, or for the first that fails, whichever it is. */
  private static void firstFailure(List<CompletableFuture<Boolean>> parts) throws IOException {
    CompletableFuture<Boolean> any = new CompletableFuture<>();
    for (CompletableFuture<Boolean> part : parts) {
      part.whenComplete((_, failed) -> {
        if (failed != null) {
          any.completeExceptionally(failed);
        }
      });
    }
    CompletableFuture.allOf(parts.toArray(CompletableFuture[]::new))
        .thenAccept(_ -> any.complete(true));
    try {
      boolean _ = any.join();
    } catch (CompletionException failed) {
      throw rethrown(failed.getCause() == null ? failed : failed.getCause());
    }
  }

  private static IOException rethrown(Throwable failed) {
    return switch (failed) {
      case LayerException layer ->
          throw new OutsideFailure(FailureKind.BAD_SPEC, String.valueOf(layer.getMessage()), layer);
      case DamagedContentException damaged ->
          throw new OutsideFailure(
              FailureKind.UNAVAILABLE, String.valueOf(damaged.getMessage()), damaged);
      case IOException io -> io;
      case RuntimeException runtime -> throw runtime;
      default -> throw new IllegalStateException("a layer could not be unpacked", failed);
    };
  }

  private void run(Part part, Pull pull, CompletableFuture<Boolean> done) {
    try {
      bring(part, pull);
      done.complete(true);
    } catch (IOException | RuntimeException failed) {
      done.completeExceptionally(failed);
    } finally {
      // Nobody waits for ever, whatever it was.
      done.completeExceptionally(new IllegalStateException("a layer ended unexpectedly"));
    }
  }

  /** One of all pulls that want a layer does the work; when it gives up, the next one does. */
  private void bring(Part part, Pull pull) throws IOException {
    for (int round = 0; round < ROUNDS_MAX; round++) {
      if (unpacked.snapshots().has(part.chain())) {
        return;
      }
      CompletableFuture<Boolean> mine = new CompletableFuture<>();
      CompletableFuture<Boolean> others = downloads.putIfAbsent(part.chain(), mine);
      if (others == null) {
        try {
          if (!unpacked.snapshots().has(part.chain())) {
            unpack(part, pull);
          }
          return;
        } finally {
          downloads.remove(part.chain(), mine);
          mine.complete(true);
        }
      }
      boolean _ = others.join();
    }
    throw new OutsideFailure(
        FailureKind.UNAVAILABLE, "another pull gave up the layer " + part.blob().digest());
  }

  private void unpack(Part part, Pull pull) throws IOException {
    Snapshots snapshots = unpacked.snapshots();
    BlobDownloads.Download download = pull.join(blobs, part.blob());
    if (download != null) {
      try (Snapshots.Room room = snapshots.room()) {
        LayerUnpacker.Unpacked layer;
        try {
          layer = unpacked.unpack(download.follow(), room, part.diffId(), pull.image());
        } catch (IOException failed) {
          // What came may not have been the layer at all: its verification says.
          download.await();
          if (!download.restarted()) {
            throw failed;
          }
          layer = null;
        }
        download.await();
        if (layer != null) {
          commit(part, pull, room, layer);
          return;
        }
      }
    }
    try (Snapshots.Room room = snapshots.room()) {
      commit(
          part,
          pull,
          room,
          unpacked.unpack(content.open(part.blob().digest()), room, part.diffId(), pull.image()));
    } catch (LayerException refused) {
      if (!content.verify(part.blob().digest())) {
        throw new DamagedContentException(
            part.blob().digest() + " was damaged on disk and is set aside");
      }
      throw refused;
    }
  }

  private void commit(Part part, Pull pull, Snapshots.Room room, LayerUnpacker.Unpacked layer)
      throws IOException {
    try {
      boolean _ = part.below().join();
    } catch (CompletionException failed) {
      throw new OutsideFailure(
          FailureKind.TIMED_OUT, "a lower layer could not be unpacked", failed);
    }
    unpacked.onThread(() -> {
      room.commit(part.chain(), layer, part.lowers(), pull.image());
      return true;
    });
  }
}
