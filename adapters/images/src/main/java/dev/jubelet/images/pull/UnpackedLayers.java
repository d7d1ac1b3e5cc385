package dev.jubelet.images.pull;

import dev.jubelet.images.content.Digest;
import dev.jubelet.images.content.DiskReserve;
import dev.jubelet.images.snapshot.Snapshots;
import dev.jubelet.images.unpack.ImageAllowance;
import dev.jubelet.images.unpack.LayerException;
import dev.jubelet.images.unpack.LayerLimits;
import dev.jubelet.images.unpack.LayerUnpacker;
import dev.jubelet.ports.MemoryBudget;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Unpacks layers on a few threads of their own: native calls hold on to a thread, and a layer may
 * need a window of 128 MiB, so that not many may be unpacked at once.
 */
public final class UnpackedLayers implements AutoCloseable {
  private final Snapshots snapshots;

  /** What layers may leave open until those below are there, in all pulls together. */
  private static final long OPEN_MAX = 16 << 20;

  private final LayerLimits limits;
  private final DiskReserve disk;
  private final MemoryBudget open = new MemoryBudget("unfinished layers", OPEN_MAX);
  private final int atOnce;
  private final ExecutorService threads;

  public UnpackedLayers(Snapshots snapshots, LayerLimits limits, DiskReserve disk, int atOnce) {
    this.snapshots = snapshots;
    this.limits = limits;
    this.disk = disk;
    this.atOnce = atOnce;
    this.threads =
        Executors.newFixedThreadPool(
            atOnce, Thread.ofPlatform().daemon().name("image-unpack-", 0).factory());
  }

  int atOnce() {
    return atOnce;
  }

  LayerLimits limits() {
    return limits;
  }

  DiskReserve disk() {
    return disk;
  }

  /** What one image may have. */
  ImageAllowance allowance() {
    return new ImageAllowance(limits, disk, open);
  }

  Snapshots snapshots() {
    return snapshots;
  }

  /** Does something with a layer's bytes or place on one of the threads. */
  <T> T onThread(Callable<T> work) throws IOException {
    try {
      return threads.submit(work).get();
    } catch (ExecutionException failed) {
      if (failed.getCause() instanceof IOException io) {
        throw io;
      }
      if (failed.getCause() instanceof RuntimeException runtime) {
        throw runtime;
      }
      throw new IllegalStateException("unpacking failed", failed.getCause());
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while a layer was unpacked", interrupted);
    }
  }

  LayerUnpacker.Unpacked unpack(
      InputStream blob, Snapshots.Room room, Digest diffId, ImageAllowance image)
      throws IOException {
    return onThread(() -> {
      try (blob) {
        LayerUnpacker.Unpacked layer = LayerUnpacker.unpack(blob, room.directory(), image);
        if (!layer.diffId().equals(diffId)) {
          throw new LayerException(
              "the layer hashes to "
                  + layer.diffId()
                  + ", but the image configuration says "
                  + diffId);
        }
        return layer;
      }
    });
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
