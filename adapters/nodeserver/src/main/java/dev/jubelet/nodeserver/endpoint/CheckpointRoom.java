package dev.jubelet.nodeserver.endpoint;

import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;

/**
 * What checkpoints may take of the node's disk. Nobody but the operator removes them, so there is
 * an end to how many a caller can make.
 *
 * @param freePercent of the disk that is not theirs
 */
record CheckpointRoom(int files, long bytes, int freePercent) {
  static final CheckpointRoom USUAL = new CheckpointRoom(32, 10L << 30, 10);

  /**
   * @throws OutsideFailure when there is no room for one more
   */
  void require(Path directory) {
    try {
      int count = 0;
      long size = 0;
      try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
        for (Path each : entries) {
          count++;
          size +=
              Files.readAttributes(each, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
                  .size();
          if (count >= files || size >= bytes) {
            throw full(directory + " has " + count + " files of " + (size >> 20) + " MiB");
          }
        }
      }
      FileStore disk = Files.getFileStore(directory);
      if (disk.getUsableSpace() < disk.getTotalSpace() / 100 * freePercent) {
        throw full("the disk of " + directory + " has less than " + freePercent + "% free");
      }
    } catch (IOException unreadable) {
      throw new OutsideFailure(
          FailureKind.INTERNAL, "the directory of checkpoints cannot be read", unreadable);
    }
  }

  private OutsideFailure full(String why) {
    return new OutsideFailure(
        FailureKind.EXHAUSTED,
        "%s; at most %d checkpoints of %d MiB in all are kept: remove some"
            .formatted(why, files, bytes >> 20));
  }
}
