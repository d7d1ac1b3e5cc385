package dev.jubelet.nodeserver.logs;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/** Finds where the last lines of a file begin without reading all of it. */
final class LogTail {
  private static final int BLOCK = 16 * 1024;

  private LogTail() {}

  /**
   * Where to begin.
   *
   * @param lines how many there are from the offset on; fewer than wanted: the file has no more
   */
  record Start(long offset, long lines) {}

  /** The last {@code lines} entries, or all when there are not that many. */
  static Start find(FileChannel channel, long lines) throws IOException {
    long size = channel.size();
    if (lines == 0) {
      return new Start(size, 0);
    }
    long found = 0;
    ByteBuffer block = ByteBuffer.allocate(BLOCK);
    for (long end = size; end > 0; end -= BLOCK) {
      long from = Math.max(0, end - BLOCK);
      block.clear().limit((int) (end - from));
      readFully(channel, block, from);
      for (int i = block.position() - 1; i >= 0; i--) {
        boolean endsLastLine = from + i == size - 1;
        if (block.get(i) == '\n' && !endsLastLine && ++found == lines) {
          return new Start(from + i + 1, lines);
        }
      }
    }
    // The end of the last line was not counted, and neither was its beginning.
    return new Start(0, size == 0 ? 0 : found + 1);
  }

  private static void readFully(FileChannel channel, ByteBuffer block, long from)
      throws IOException {
    while (block.hasRemaining()) {
      if (channel.read(block, from + block.position()) < 0) {
        return;
      }
    }
  }
}
