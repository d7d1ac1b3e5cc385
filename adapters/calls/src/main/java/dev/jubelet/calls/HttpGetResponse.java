package dev.jubelet.calls;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.ProtocolException;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The answer to a GET: its head, and its body as far as anybody wants to read it. */
final class HttpGetResponse {
  static final int BODY_MAX = 10 * 1024;

  private static final int HEAD_MAX = 256 * 1024;
  private static final int INFORMATIONAL_MAX = 5;
  private static final Pattern STATUS_LINE = Pattern.compile("HTTP/1\\.[01] +([0-9]{3})( .*)?");
  private static final Pattern CHUNK_SIZE = Pattern.compile("([0-9A-Fa-f]{1,15})[ \\t]*(;.*)?");

  private final InputStream in;
  private final Map<String, String> headers = new LinkedHashMap<>();
  private int headLeft = HEAD_MAX;
  private int status;

  private HttpGetResponse(InputStream in) {
    this.in = in;
  }

  /** Reads up to the end of the head. */
  static HttpGetResponse read(InputStream in) throws IOException {
    HttpGetResponse answer = new HttpGetResponse(in);
    answer.head();
    for (int i = 0; answer.isInformational(); i++) {
      if (i == INFORMATIONAL_MAX) {
        throw new ProtocolException("net/http: too many 1xx informational responses");
      }
      answer.head();
    }
    return answer;
  }

  private boolean isInformational() {
    return status < 200 && status != 101;
  }

  int status() {
    return status;
  }

  String header(String name) {
    return headers.getOrDefault(name.toLowerCase(Locale.ROOT), "");
  }

  private void head() throws IOException {
    headers.clear();
    String first = line();
    Matcher matcher = STATUS_LINE.matcher(first);
    if (!matcher.matches()) {
      String shown = first.length() > 60 ? first.substring(0, 60) : first;
      throw new ProtocolException("net/http: malformed HTTP response \"" + printable(shown) + "\"");
    }
    status = Integer.parseInt(matcher.group(1));
    for (String line = line(); !line.isEmpty(); line = line()) {
      int colon = line.indexOf(':');
      if (colon <= 0) {
        throw new ProtocolException("malformed MIME header line: " + printable(line));
      }
      headers.putIfAbsent(
          line.substring(0, colon).toLowerCase(Locale.ROOT), line.substring(colon + 1).strip());
    }
  }

  private static String printable(String text) {
    return text.replaceAll("[^ -~]", "?");
  }

  private String line() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (int next = in.read(); next != '\n'; next = in.read()) {
      if (next < 0) {
        throw new EOFException(bytes.size() == 0 ? "EOF" : "unexpected EOF");
      }
      if (--headLeft < 0) {
        throw new ProtocolException("net/http: server response headers exceeded " + HEAD_MAX);
      }
      bytes.write(next);
    }
    String line = bytes.toString(ISO_8859_1);
    return line.endsWith("\r") ? line.substring(0, line.length() - 1) : line;
  }

  /** The beginning of the body; an endless one ends here. */
  String body() throws IOException {
    boolean none = status < 200 || status == 204 || status == 304;
    byte[] bytes;
    if (none) {
      bytes = new byte[0];
    } else if (header("Transfer-Encoding").toLowerCase(Locale.ROOT).endsWith("chunked")) {
      bytes = chunks();
    } else if (!header("Content-Length").isEmpty()) {
      bytes = exactly(Math.min(length(), BODY_MAX));
    } else {
      bytes = in.readNBytes(BODY_MAX);
    }
    return new String(bytes, UTF_8);
  }

  private long length() throws IOException {
    String text = header("Content-Length");
    if (!text.matches("[0-9]{1,18}")) {
      throw new ProtocolException("bad Content-Length \"" + printable(text) + "\"");
    }
    return Long.parseLong(text);
  }

  private byte[] exactly(long count) throws IOException {
    byte[] bytes = in.readNBytes((int) count);
    if (bytes.length < count) {
      throw new EOFException("unexpected EOF");
    }
    return bytes;
  }

  private byte[] chunks() throws IOException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    while (all.size() < BODY_MAX) {
      Matcher size = CHUNK_SIZE.matcher(line());
      if (!size.matches()) {
        throw new ProtocolException("malformed chunked encoding");
      }
      long count = Long.parseLong(size.group(1), 16);
      if (count == 0) {
        break;
      }
      long wanted = Math.min(count, BODY_MAX - all.size());
      all.writeBytes(exactly(wanted));
      if (wanted == count && !line().isEmpty()) {
        throw new ProtocolException("malformed chunked encoding");
      }
    }
    return all.toByteArray();
  }
}
