package dev.jubelet.app.host;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A program file, as far as it tells whether it needs others. */
public final class ElfFile {
  private static final int MAGIC = 0x7f454c46;
  private static final byte CLASS_64 = 2;
  private static final int PT_INTERP = 3;
  private static final int HEADER_BYTES = 64;

  private ElfFile() {}

  /** elf(5): a program that needs shared libraries names the interpreter that loads them. */
  public static boolean isStatic(Path file) {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      ByteBuffer header = read(channel, 0, HEADER_BYTES);
      if (header.remaining() < HEADER_BYTES
          || header.getInt(0) != MAGIC
          || header.get(4) != CLASS_64) {
        return false;
      }
      header.order(ByteOrder.LITTLE_ENDIAN);
      long table = header.getLong(32);
      int entryBytes = header.getShort(54);
      int entries = header.getShort(56);
      for (int i = 0; i < entries; i++) {
        ByteBuffer entry = read(channel, table + (long) i * entryBytes, 4);
        if (entry.remaining() < 4 || entry.order(ByteOrder.LITTLE_ENDIAN).getInt(0) == PT_INTERP) {
          return false;
        }
      }
      return true;
    } catch (IOException unreadable) {
      return false;
    }
  }

  private static ByteBuffer read(FileChannel channel, long at, int bytes) throws IOException {
    ByteBuffer buffer = ByteBuffer.allocate(bytes);
    channel.read(buffer, at);
    return buffer.flip();
  }
}
