package dev.jubelet.images.content;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

/**
 * The few things that the store does to its disk, each on its own, so that a test can stop before
 * any of them and let a power cut take what was not made durable.
 */
interface Disk {
  /** Opens a file for reading and writing; it is made when it is not there. */
  FileChannel open(Path file) throws IOException;

  void write(Path file, FileChannel channel, ByteBuffer bytes, long position) throws IOException;

  void truncate(Path file, FileChannel channel) throws IOException;

  /** After it the bytes of the file survive a power cut. */
  void force(Path file, FileChannel channel) throws IOException;

  void move(Path from, Path to) throws IOException;

  /** After it the names in the directory survive a power cut. */
  void forceDirectory(Path directory) throws IOException;

  void delete(Path file) throws IOException;
}
