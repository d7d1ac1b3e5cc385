package dev.jubelet.images.content;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/**
 * A disk with a cache that is lost when the power goes, at a step of choice: bytes that were not
 * forced are gone or zero, names whose directory was not forced are as before.
 */
final class CuttingDisk implements Disk {
  /** What happens to bytes that were written and not forced. */
  enum Bytes {
    KEPT,
    LOST,
    ZEROED
  }

  static final class PowerCut extends Error {
    private static final long serialVersionUID = 1L;
  }

  private record Move(Path from, Path to) {}

  private final Disk real = new RealDisk(new DiskReserve(Path.of("/")));
  private final int stopBefore;
  private final Map<Path, Long> durable = new HashMap<>();
  private final Deque<Move> moves = new ArrayDeque<>();
  private int steps;

  CuttingDisk(int stopBefore) {
    this.stopBefore = stopBefore;
  }

  int steps() {
    return steps;
  }

  private void step() {
    if (steps++ == stopBefore) {
      throw new PowerCut();
    }
  }

  @Override
  public FileChannel open(Path file) throws IOException {
    step();
    return real.open(file);
  }

  @Override
  public void write(Path file, FileChannel channel, ByteBuffer bytes, long position)
      throws IOException {
    // Half of it may be there when the power goes.
    durable.putIfAbsent(file, position);
    int end = bytes.limit();
    bytes.limit(bytes.position() + bytes.remaining() / 2);
    int half = bytes.remaining();
    step();
    real.write(file, channel, bytes, position);
    step();
    bytes.limit(end);
    real.write(file, channel, bytes, position + half);
  }

  @Override
  public void truncate(Path file, FileChannel channel) throws IOException {
    step();
    real.truncate(file, channel);
    durable.put(file, 0L);
  }

  @Override
  public void force(Path file, FileChannel channel) throws IOException {
    step();
    real.force(file, channel);
    durable.remove(file);
  }

  @Override
  public void move(Path from, Path to) throws IOException {
    step();
    real.move(from, to);
    Long unforced = durable.remove(from);
    if (unforced != null) {
      durable.put(to, unforced);
    }
    moves.push(new Move(from, to));
  }

  @Override
  public void forceDirectory(Path directory) throws IOException {
    step();
    real.forceDirectory(directory);
    moves.removeIf(move -> Objects.equals(move.to().getParent(), directory));
  }

  @Override
  public void delete(Path file) throws IOException {
    step();
    real.delete(file);
    durable.remove(file);
  }

  /** Leaves the disk as the next start finds it. */
  void lose(Bytes bytes, boolean namesLost) throws IOException {
    for (Map.Entry<Path, Long> file : durable.entrySet()) {
      spoil(file.getKey(), file.getValue(), bytes);
    }
    while (namesLost && !moves.isEmpty()) {
      Move move = moves.pop();
      Files.move(move.to(), move.from());
    }
  }

  private static void spoil(Path file, long from, Bytes bytes) throws IOException {
    if (bytes == Bytes.KEPT || !Files.exists(file)) {
      return;
    }
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      long end = channel.size();
      channel.truncate(from);
      if (bytes == Bytes.ZEROED && end > from) {
        byte[] zeros = new byte[(int) (end - from)];
        Arrays.fill(zeros, (byte) 0);
        channel.write(ByteBuffer.wrap(zeros), from);
      }
    }
  }
}
