package dev.jubelet.nodeserver.endpoint;

import dev.jubelet.nodeserver.http.HttpAnswer;
import dev.jubelet.nodeserver.http.HttpCall;
import dev.jubelet.nodeserver.http.Reply;
import dev.jubelet.nodeserver.http.RequestTarget;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URLEncoder;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * {@code /logs/}: files and directories of the node's log directory, and queries where enabled.
 * Every step of a path is opened beneath the one before and no link is followed, whoever puts one
 * there and when.
 */
final class NodeLogs {
  private static final int ENTRIES_MAX = 10_000;
  private static final int BLOCK = 32 * 1024;
  private static final String HTML = "text/html; charset=utf-8";

  private final Path root;
  private final boolean queries;
  private final JournalLogs journal;

  /**
   * @param queries whether services may be asked for too
   */
  NodeLogs(Path root, boolean queries) {
    this.root = root;
    this.queries = queries;
    this.journal = new JournalLogs(this);
  }

  void answer(HttpCall call, Map<String, String> names, Reply reply) throws IOException, Refused {
    List<String> parts = call.target().segments();
    List<String> beneath = parts.subList(1, parts.size());
    Optional<JournalQuery> query = queries ? JournalQuery.parse(call.target()) : Optional.empty();
    if (query.isEmpty()) {
      send(beneath, call.path(), reply);
    } else if (!beneath.isEmpty()) {
      throw new Refused(406, "path not allowed in query mode\n");
    } else {
      query.get().check();
      if (query.get().services().isEmpty()) {
        sendNamed(query.get().files().getFirst(), reply);
      } else {
        journal.send(query.get(), reply);
      }
    }
  }

  private void sendNamed(String file, Reply reply) throws IOException {
    Optional<RequestTarget> plain = RequestTarget.parse(file.startsWith("/") ? file : "/" + file);
    if (plain.isEmpty()) {
      reply.send(HttpAnswer.notFound());
    } else {
      send(plain.get().segments(), plain.get().path(), reply);
    }
  }

  private void send(List<String> parts, String path, Reply reply) throws IOException {
    boolean asDirectory = path.endsWith("/");
    try {
      walk(
          parts,
          (file, size) -> {
            if (asDirectory) {
              throw new NoSuchFileException(path);
            }
            send(file, size, reply);
          },
          // Names in a list are relative to a path that ends with a slash.
          directory ->
              reply.send(
                  asDirectory
                      ? HttpAnswer.of(200, HTML, list(directory))
                      : HttpAnswer.text(301, "").with("Location", path + "/")));
    } catch (NoSuchFileException | NotDirectoryException absent) {
      if (reply.begun()) {
        throw absent;
      }
      reply.send(HttpAnswer.notFound());
    }
  }

  /** Copies the first of some files that is there; false when none is. */
  boolean copyFirst(List<List<String>> choices, OutputStream out) throws IOException {
    for (List<String> parts : choices) {
      try {
        walk(
            parts,
            (file, size) -> {
              byte[] block = new byte[BLOCK];
              copy(file, block, file.read(ByteBuffer.wrap(block)), size, out);
            },
            directory -> {
              throw new NoSuchFileException(parts.getLast());
            });
        return true;
      } catch (NoSuchFileException | NotDirectoryException absent) {
        // The next one may be there.
      }
    }
    return false;
  }

  private interface FileUse {
    void read(SeekableByteChannel file, long size) throws IOException;
  }

  private interface DirectoryUse {
    void read(SecureDirectoryStream<Path> directory) throws IOException;
  }

  private void walk(List<String> parts, FileUse file, DirectoryUse list) throws IOException {
    try (DirectoryStream<Path> top = Files.newDirectoryStream(root)) {
      walk(secure(top), parts, file, list);
    }
  }

  private static SecureDirectoryStream<Path> secure(DirectoryStream<Path> top) throws IOException {
    if (top instanceof SecureDirectoryStream<Path> secure) {
      return secure;
    }
    throw new IOException("this file system cannot be walked safely");
  }

  private static void walk(
      SecureDirectoryStream<Path> directory, List<String> parts, FileUse file, DirectoryUse list)
      throws IOException {
    if (parts.isEmpty()) {
      list.read(directory);
      return;
    }
    Path name = Path.of(parts.getFirst());
    BasicFileAttributes facts = facts(directory, name);
    if (facts.isDirectory()) {
      try (SecureDirectoryStream<Path> inner =
          directory.newDirectoryStream(name, LinkOption.NOFOLLOW_LINKS)) {
        walk(inner, parts.subList(1, parts.size()), file, list);
      }
    } else if (facts.isRegularFile() && parts.size() == 1) {
      try (SeekableByteChannel opened =
          directory.newByteChannel(
              name, Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS))) {
        file.read(opened, facts.size());
      }
    } else {
      throw new NoSuchFileException(name.toString());
    }
  }

  private static BasicFileAttributes facts(SecureDirectoryStream<Path> directory, Path name)
      throws IOException {
    return directory
        .getFileAttributeView(name, BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
        .readAttributes();
  }

  /** As many bytes as there were at first: a log that grows faster than it is read has an end. */
  private static void send(SeekableByteChannel file, long size, Reply reply) throws IOException {
    byte[] block = new byte[BLOCK];
    int first = Math.max(0, file.read(ByteBuffer.wrap(block)));
    String type =
        looksLikeText(block, first) ? "text/plain; charset=utf-8" : "application/octet-stream";
    try (OutputStream out = reply.begin(200, Map.of("Content-Type", type))) {
      copy(file, block, first, size, out);
    }
  }

  private static void copy(
      SeekableByteChannel file, byte[] block, int first, long size, OutputStream out)
      throws IOException {
    long left = size;
    for (int count = first; count > 0 && left > 0; count = file.read(ByteBuffer.wrap(block))) {
      out.write(block, 0, (int) Math.min(count, left));
      left -= count;
    }
  }

  private static boolean looksLikeText(byte[] bytes, int count) {
    for (int i = 0; i < Math.min(count, 512); i++) {
      int c = bytes[i];
      if (c >= 0 && c < ' ' && c != '\t' && c != '\n' && c != '\r' && c != '\f' && c != 0x1b) {
        return false;
      }
    }
    return true;
  }

  private static String list(SecureDirectoryStream<Path> directory) throws IOException {
    Set<String> shown = new TreeSet<>();
    for (Path each : directory) {
      Path name = each.getFileName();
      try {
        shown.add(name + (facts(directory, name).isDirectory() ? "/" : ""));
      } catch (NoSuchFileException removedMeanwhile) {
        continue;
      }
      if (shown.size() >= ENTRIES_MAX) {
        break;
      }
    }
    StringBuilder html =
        new StringBuilder(
            "<!doctype html>\n<meta name=\"viewport\" content=\"width=device-width\">\n<pre>\n");
    for (String name : new ArrayList<>(shown)) {
      html.append("<a href=\"")
          .append(linked(name))
          .append("\">")
          .append(escaped(name))
          .append("</a>\n");
    }
    return html.append("</pre>\n").toString();
  }

  private static String linked(String name) {
    return URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20").replace("%2F", "/");
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&#34;")
        .replace("'", "&#39;");
  }
}
