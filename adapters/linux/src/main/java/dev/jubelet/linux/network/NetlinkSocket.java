package dev.jubelet.linux.network;

import dev.jubelet.linux.kernel.Errno;
import dev.jubelet.linux.kernel.Kernel;
import dev.jubelet.linux.kernel.LinuxException;
import dev.jubelet.linux.kernel.NetKernel;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/**
 * A conversation with the kernel about networks, in the namespace of the thread that opened it. One
 * question at a time; every question has an answer or an error with its reason.
 */
public final class NetlinkSocket implements AutoCloseable {
  public static final int ROUTE = 0;
  public static final int NETFILTER = 12;

  public static final int REQUEST = 1;
  public static final int ACK = 4;
  public static final int DUMP = 0x300;
  public static final int EXCL = 0x200;
  public static final int CREATE = 0x400;
  public static final int APPEND = 0x800;

  private static final int HEADER = 16;
  private static final int ERROR = 2;
  private static final int DONE = 3;
  private static final int CAP_ACK = 10;
  private static final int EXT_ACK = 11;
  private static final int FLAG_INTERRUPTED = 0x10;
  private static final int FLAG_TLVS = 0x200;
  private static final int ATTRIBUTE_TEXT = 1;
  private static final int DATAGRAM_MAX = 256 * 1024;
  private static final int ANSWER_MILLIS = 10_000;
  private static final int DUMP_ATTEMPTS = 10;

  private final int fd;
  private int sequence;

  /**
   * @param what for people, when it fails
   */
  public record Request(int type, int flags, byte[] body, String what) {}

  public NetlinkSocket(int protocol) {
    fd = NetKernel.netlink(protocol);
    try {
      NetKernel.netlinkOption(fd, CAP_ACK);
      NetKernel.netlinkOption(fd, EXT_ACK);
    } catch (LinuxException refused) {
      Kernel.close(fd);
      throw refused;
    }
  }

  /**
   * Changes something, or asks for one thing.
   *
   * @param what for people, when it fails
   * @return what follows the header of each answer
   */
  public synchronized List<byte[]> ask(int type, int flags, byte[] body, String what) {
    int acknowledged = (flags & DUMP) == DUMP ? 0 : ACK;
    for (int attempt = 1; ; attempt++) {
      int number = ++sequence;
      NetKernel.send(fd, framed(type, flags | REQUEST | acknowledged, number, body), what);
      List<byte[]> answers = new ArrayList<>();
      // The kernel says when a list changed under its hands; then it has to be asked again.
      if (answered(number, what, answers) || attempt == DUMP_ATTEMPTS) {
        return answers;
      }
    }
  }

  /**
   * Sends several as one, which the kernel does wholly or not at all (nfnetlink). After an error
   * the socket is of no further use.
   */
  public synchronized void transact(Request begin, List<Request> requests, Request end) {
    ByteArrayOutputStream batch = new ByteArrayOutputStream();
    int first = sequence + 1;
    batch.writeBytes(framed(begin.type(), REQUEST, ++sequence, begin.body()));
    for (Request each : requests) {
      batch.writeBytes(framed(each.type(), each.flags() | REQUEST | ACK, ++sequence, each.body()));
    }
    batch.writeBytes(framed(end.type(), REQUEST, ++sequence, end.body()));
    NetKernel.send(fd, batch.toByteArray(), begin.what());
    int open = requests.size();
    while (open > 0) {
      ByteBuffer datagram = datagram(begin.what());
      while (datagram.remaining() >= HEADER) {
        Frame frame = frame(datagram);
        int index = frame.sequence - first - 1;
        if (frame.type == ERROR && index >= -1 && index < requests.size()) {
          String what = index < 0 ? begin.what() : requests.get(index).what();
          requireSuccess(frame, what);
          open--;
        }
      }
    }
  }

  /** False when the answer is not to be trusted. */
  private boolean answered(int number, String what, List<byte[]> answers) {
    boolean whole = true;
    while (true) {
      ByteBuffer datagram = datagram(what);
      while (datagram.remaining() >= HEADER) {
        Frame frame = frame(datagram);
        if (frame.sequence != number) {
          continue;
        }
        whole &= (frame.flags & FLAG_INTERRUPTED) == 0;
        if (frame.type == ERROR || frame.type == DONE) {
          requireSuccess(frame, what);
          return whole;
        }
        answers.add(frame.body);
      }
    }
  }

  private record Frame(int type, int flags, int sequence, byte[] body) {}

  private static Frame frame(ByteBuffer datagram) {
    int at = datagram.position();
    int length = datagram.getInt(at);
    if (length < HEADER || length > datagram.remaining()) {
      throw new IllegalStateException("the kernel sent a message of " + length + " bytes");
    }
    byte[] body = new byte[length - HEADER];
    datagram.get(at + HEADER, body);
    Frame frame =
        new Frame(
            Short.toUnsignedInt(datagram.getShort(at + 4)),
            Short.toUnsignedInt(datagram.getShort(at + 6)),
            datagram.getInt(at + 8),
            body);
    datagram.position(Math.min(datagram.limit(), at + (length + 3) / 4 * 4));
    return frame;
  }

  private ByteBuffer datagram(String what) {
    if (Kernel.pollReadable(ANSWER_MILLIS, fd) < 0) {
      throw new LinuxException(Errno.ETIMEDOUT, what, "");
    }
    return ByteBuffer.wrap(NetKernel.receive(fd, DATAGRAM_MAX, what))
        .order(ByteOrder.nativeOrder());
  }

  /** The end of a list may carry an error as well. */
  private static void requireSuccess(Frame frame, String what) {
    ByteBuffer body = ByteBuffer.wrap(frame.body).order(ByteOrder.nativeOrder());
    int errno = frame.body.length < 4 ? 0 : -body.getInt(0);
    if (errno == 0) {
      return;
    }
    int fixed = frame.type == DONE ? 4 : 4 + HEADER;
    String reason =
        (frame.flags & FLAG_TLVS) == 0
            ? ""
            : NetlinkAttributes.text(NetlinkAttributes.read(frame.body, fixed), ATTRIBUTE_TEXT);
    throw new LinuxException(errno, reason.isEmpty() ? what : what + " (" + reason + ")", "");
  }

  private static byte[] framed(int type, int flags, int number, byte[] body) {
    int padded = (body.length + 3) / 4 * 4;
    ByteBuffer message = ByteBuffer.allocate(HEADER + padded).order(ByteOrder.nativeOrder());
    message.putInt(HEADER + body.length).putShort((short) type).putShort((short) flags);
    message.putInt(number).putInt(0).put(body);
    return message.array();
  }

  @Override
  public void close() {
    Kernel.close(fd);
  }
}
