package dev.jubelet.nodeserver.http;

import dev.jubelet.ports.MemoryBudget;
import dev.jubelet.ports.OutsideFailure;
import io.netty.buffer.ByteBufUtil;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/**
 * The body of an answer that is made while the client reads it. It holds memory only while
 * something is on its way to the client: who follows a log in which nothing happens holds none.
 */
public final class AnswerStream extends OutputStream {
  static final int PIECE = 16 * 1024;

  /** Of each piece there is a copy here, in the caller's hands, in the queue, in TLS and below. */
  private static final long HELD = 5L * PIECE;

  private static final byte[] NONE = {};

  private final Sink sink;
  private final MemoryBudget.Share share;
  private final Duration patience;
  private byte[] buffer = NONE;
  private int used;
  private boolean ended;

  /** Where pieces go. Each call returns when the client has taken the piece. */
  interface Sink {
    void piece(byte[] bytes, int length) throws IOException;

    /** Nothing comes after these bytes. */
    void end(byte[] bytes, int length) throws IOException;

    /** The client must not take what it has for all there is. */
    void cut();
  }

  /**
   * @param patience how long others may leave no room for what follows the beginning
   * @throws OutsideFailure when there is no room for one more answer
   */
  AnswerStream(Sink sink, MemoryBudget memory, Duration patience) {
    this.sink = sink;
    this.share = memory.open(HELD);
    this.patience = patience;
    this.buffer = new byte[PIECE];
  }

  @Override
  public void write(int single) throws IOException {
    write(new byte[] {(byte) single}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    int done = 0;
    while (done < length) {
      makeRoom();
      int count = Math.min(length - done, buffer.length - used);
      System.arraycopy(bytes, offset + done, buffer, used, count);
      used += count;
      done += count;
    }
  }

  /** Writes a text that exists only for this answer, and counts as long as it is needed. */
  public void text(String text) throws IOException {
    long bytes = text.length() * 2L;
    take(bytes);
    try {
      int end;
      for (int at = 0; at < text.length(); at = end) {
        end = cut(text, at, PIECE / 4);
        write(text.substring(at, end).getBytes(StandardCharsets.UTF_8));
      }
    } finally {
      share.giveBack(bytes);
    }
  }

  /** Where to cut a text so that no character is torn apart. */
  static int cut(String text, int from, int most) {
    int end = Math.min(text.length(), from + most);
    return end < text.length() && Character.isHighSurrogate(text.charAt(end - 1)) ? end - 1 : end;
  }

  /** What a whole answer of this text holds while it is sent. */
  static long cost(String text) {
    return text.length() + ByteBufUtil.utf8Bytes(text) + HELD;
  }

  private void makeRoom() throws IOException {
    if (ended) {
      throw new IOException("the answer has ended");
    }
    if (used == buffer.length) {
      if (used > 0) {
        push();
      } else {
        take(HELD);
        buffer = new byte[PIECE];
      }
    }
  }

  private void take(long bytes) throws IOException {
    try {
      share.take(bytes, patience);
    } catch (OutsideFailure noRoom) {
      ended = true;
      share.close();
      sink.cut();
      throw new IOException(noRoom.text(), noRoom);
    }
  }

  private void push() throws IOException {
    int count = used;
    used = 0;
    sink.piece(buffer, count);
  }

  @Override
  public void flush() throws IOException {
    if (used > 0) {
      push();
    }
    buffer = NONE;
    share.close();
  }

  @Override
  public void close() throws IOException {
    if (ended) {
      return;
    }
    ended = true;
    try {
      sink.end(buffer, used);
    } finally {
      buffer = NONE;
      used = 0;
      share.close();
    }
  }
}
