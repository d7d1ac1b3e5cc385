package dev.jubelet.images.content;

import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The part of a file system that images leave free, so that the node can still write its own files
 * and take pods away.
 */
public final class DiskReserve {
  private static final long MIB = 1 << 20;
  private static final long RESERVE_MAX = 1024 * MIB;

  /** One part in so many. */
  private static final int PART = 50;

  private final Path directory;
  private final Space space;

  /** Asks a file system. */
  @FunctionalInterface
  interface Space {
    Room now() throws IOException;
  }

  /** How large a file system is, and how much of it we may still use. */
  record Room(long total, long usable) {}

  /** For the file system of a directory. */
  public DiskReserve(Path directory) {
    this(
        directory,
        () -> {
          FileStore store = Files.getFileStore(directory);
          return new Room(store.getTotalSpace(), store.getUsableSpace());
        });
  }

  DiskReserve(Path directory, Space space) {
    this.directory = directory;
    this.space = space;
  }

  /**
   * @param more bytes that are about to be written
   * @throws IOException when they would use what is to stay free
   */
  public void check(long more) throws IOException {
    Room room = space.now();
    long reserve = Math.min(RESERVE_MAX, room.total() / PART);
    if (room.usable() - more < reserve) {
      throw new IOException(
          "the file system of %s has %d MiB free: %d MiB more do not fit, as %d MiB stay free for"
                  .formatted(directory, room.usable() / MIB, (more + MIB - 1) / MIB, reserve / MIB)
              + " the node. Remove images or make room");
    }
  }
}
