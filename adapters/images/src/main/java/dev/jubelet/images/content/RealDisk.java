package dev.jubelet.images.content;

import dev.jubelet.linux.file.AtomicFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;

final class RealDisk implements Disk {
  /** How much is written between two looks at what is free. */
  private static final long LOOK_AFTER = 16 << 20;

  private final DiskReserve reserve;
  private final AtomicLong unseen = new AtomicLong();

  RealDisk(DiskReserve reserve) {
    this.reserve = reserve;
  }

  @Override
  public FileChannel open(Path file) throws IOException {
    return FileChannel.open(
        file,
        Set.of(
            StandardOpenOption.CREATE,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE,
            LinkOption.NOFOLLOW_LINKS),
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
  }

  @Override
  public void write(Path file, FileChannel channel, ByteBuffer bytes, long position)
      throws IOException {
    if (unseen.addAndGet(bytes.remaining()) >= LOOK_AFTER) {
      reserve.check(bytes.remaining());
      unseen.set(0);
    }
    long at = position;
    while (bytes.hasRemaining()) {
      at += channel.write(bytes, at);
    }
  }

  @Override
  public void truncate(Path file, FileChannel channel) throws IOException {
    channel.truncate(0);
  }

  @Override
  public void force(Path file, FileChannel channel) throws IOException {
    channel.force(true);
  }

  @Override
  public void move(Path from, Path to) throws IOException {
    Files.move(from, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  @Override
  public void forceDirectory(Path directory) throws IOException {
    AtomicFile.syncDirectory(directory);
  }

  @Override
  public void delete(Path file) throws IOException {
    Files.deleteIfExists(file);
  }
}
