package dev.jubelet.images.content;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Objects;

/**
 * A blob that is being written. It counts only after {@link #commit}, which is refused unless size
 * and digest are right. Closed before that, what came stays for the next attempt.
 *
 * <p>One thread writes; others may {@link #follow} and read what is there already.
 */
public final class Ingest implements AutoCloseable {
  private static final int BUFFER = 64 * 1024;

  /** The file while it grows, and where it goes when it is whole. */
  record Place(Disk disk, Path partial, Path blob) {}

  private final Place place;
  private final Digest digest;
  private final long size;
  private final Runnable released;
  private final FileChannel channel;
  private final MessageDigest hash = Digest.hash();
  private final Object lock = new Object();
  private long offset;
  private int beginnings;
  private boolean committed;
  private boolean closed;

  Ingest(Place place, Digest digest, long size, Runnable released) throws IOException {
    this.place = place;
    this.digest = digest;
    this.size = size;
    this.released = released;
    this.channel = place.disk.open(place.partial);
    boolean ready = false;
    try {
      if (channel.size() > size) {
        place.disk.truncate(place.partial, channel);
      }
      hashWhatIsThere();
      ready = true;
    } finally {
      if (!ready) {
        channel.close();
      }
    }
  }

  private void hashWhatIsThere() throws IOException {
    ByteBuffer buffer = ByteBuffer.allocate(BUFFER);
    for (int read = channel.read(buffer, offset);
        read > 0;
        read = channel.read(buffer.clear(), offset)) {
      hash.update(buffer.flip());
      offset += read;
    }
  }

  public Digest digest() {
    return digest;
  }

  public long size() {
    return size;
  }

  /** Whether bytes that somebody may have read were thrown away. */
  public boolean restarted() {
    synchronized (lock) {
      return beginnings > 0;
    }
  }

  /** How much is there. */
  public long offset() {
    synchronized (lock) {
      return offset;
    }
  }

  /** Adds bytes; more than the blob has are refused before they reach the disk. */
  public void write(ByteBuffer bytes) throws IOException {
    int count = bytes.remaining();
    long at = offset();
    if (count > size - at) {
      throw new DamagedContentException(digest + " is longer than its " + size + " bytes");
    }
    hash.update(bytes.duplicate());
    place.disk.write(place.partial, channel, bytes, at);
    synchronized (lock) {
      offset = at + count;
      lock.notifyAll();
    }
  }

  /** Throws away what came; whoever follows is told. */
  public void restart() throws IOException {
    synchronized (lock) {
      if (offset > 0) {
        beginnings++;
      }
      offset = 0;
      hash.reset();
      lock.notifyAll();
    }
    place.disk.truncate(place.partial, channel);
  }

  /**
   * Makes it a blob: durable first, then under its name.
   *
   * @throws DamagedContentException when size or digest are wrong; what came is gone then
   */
  public void commit() throws IOException {
    long came = offset();
    if (came != size) {
      throw new DamagedContentException(digest + " ended after " + came + " of " + size + " bytes");
    }
    Digest found = Digest.finished(hash);
    if (!found.equals(digest)) {
      restart();
      throw new DamagedContentException(
          "content that should have the digest " + digest + " has the digest " + found);
    }
    place.disk.force(place.partial, channel);
    place.disk.move(place.partial, place.blob);
    place.disk.forceDirectory(Objects.requireNonNull(place.blob.getParent()));
    synchronized (lock) {
      committed = true;
      lock.notifyAll();
    }
  }

  /** Ends it and removes what came. */
  public void abandon() throws IOException {
    close();
    if (!committed) {
      place.disk.delete(place.partial);
    }
  }

  @Override
  public void close() throws IOException {
    synchronized (lock) {
      if (closed) {
        return;
      }
      closed = true;
      lock.notifyAll();
    }
    try {
      channel.close();
    } finally {
      released.run();
    }
  }

  /**
   * The bytes from the first one on, as they come. It ends with the last byte of the size, before
   * anything is verified, and fails when the writing ends early or begins again. It waits as long
   * as somebody writes, who has a deadline.
   */
  public InputStream follow() throws IOException {
    try {
      return new Follower(FileChannel.open(place.partial));
    } catch (NoSuchFileException moved) {
      return new Follower(FileChannel.open(place.blob));
    }
  }

  private final class Follower extends InputStream {
    private final FileChannel file;
    private final int begun;
    private long position;

    Follower(FileChannel file) {
      this.file = file;
      synchronized (lock) {
        this.begun = beginnings;
      }
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] target, int from, int length) throws IOException {
      if (position == size || length == 0) {
        return position == size ? -1 : 0;
      }
      long there = awaited();
      int count = (int) Math.min(length, there - position);
      int read = file.read(ByteBuffer.wrap(target, from, count), position);
      if (read <= 0) {
        throw new IOException("the download of " + digest + " began again");
      }
      position += read;
      return read;
    }

    private long awaited() throws IOException {
      synchronized (lock) {
        while (offset <= position && !closed && begun == beginnings) {
          try {
            lock.wait();
          } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while waiting for " + digest, interrupted);
          }
        }
        if (begun != beginnings) {
          throw new IOException("the download of " + digest + " began again");
        }
        if (offset <= position) {
          throw new IOException("the download of " + digest + " ended early");
        }
        return offset;
      }
    }

    @Override
    public void close() throws IOException {
      file.close();
    }
  }
}
