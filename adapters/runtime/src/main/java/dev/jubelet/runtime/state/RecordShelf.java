package dev.jubelet.runtime.state;

import dev.jubelet.codec.tree.Node;
import dev.jubelet.codec.tree.Place;
import dev.jubelet.codec.tree.Problems;
import dev.jubelet.codec.tree.TreeText;
import dev.jubelet.codec.tree.Trees;
import dev.jubelet.linux.AtomicFile;
import dev.jubelet.linux.LinuxException;
import dev.jubelet.linux.SafeTree;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.zip.CRC32C;

/**
 * Records of one kind, each in a directory of its own: {@code DIRECTORY/ID/record.json}.
 *
 * <p>A record replaces its former self at once, whoever dies when. It is forced to the disk only
 * when it says something that a power cut must not undo: after one, nothing of what runs is left.
 */
public final class RecordShelf<T extends Record> {
  static final String FILE = "record.json";
  static final int VERSION = 1;
  private static final String DAMAGED = "damaged-";
  private static final Pattern ID = Pattern.compile("[0-9a-f]{64}");

  private final Path directory;
  private final Class<T> type;

  public RecordShelf(Path directory, Class<T> type) throws IOException {
    this.directory =
        Files.createDirectories(
            directory,
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    this.type = type;
  }

  /**
   * @param found by id
   * @param damaged what could not be read and was set aside, for people
   */
  public record Contents<T>(Map<String, T> found, List<String> damaged) {}

  public Contents<T> all() throws IOException {
    Map<String, T> found = new LinkedHashMap<>();
    List<String> damaged = new ArrayList<>();
    List<Path> places = new ArrayList<>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
      entries.forEach(places::add);
    }
    places.sort(null);
    for (Path place : places) {
      String id = place.getFileName().toString();
      if (!ID.matcher(id).matches()) {
        continue;
      }
      try {
        found.put(id, read(place.resolve(FILE)));
      } catch (NoSuchFileException begun) {
        // The directory comes first: nothing of it was made yet, or nothing is left.
        remove(id);
      } catch (IOException | IllegalArgumentException unreadable) {
        damaged.add(setAside(id, unreadable));
      }
    }
    return new Contents<>(found, damaged);
  }

  private T read(Path file) throws IOException {
    if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) && Files.exists(file)) {
      throw new IOException("it is no plain file");
    }
    return opened(Files.readString(file));
  }

  private T opened(String text) {
    Problems problems = new Problems();
    Node node = Trees.readAnswer(text, text.length(), problems);
    if (!(node instanceof Node.Fields envelope)) {
      throw new IllegalArgumentException("it is not ours");
    }
    if (!(envelope.value("version") instanceof Node.Numeral version)) {
      throw new IllegalArgumentException("it has no version");
    }
    if (!version.text().equals(Integer.toString(VERSION))) {
      throw new IllegalArgumentException("its version is " + version.text());
    }
    String body = envelope.text("record");
    if (!envelope.text("sum").equals(sum(body))) {
      throw new IllegalArgumentException("its sum does not match its content");
    }
    return RecordJson.read(body, type);
  }

  private static String closed(Record value) {
    String body = RecordJson.write(value);
    Map<String, Node.Field> fields = new LinkedHashMap<>();
    fields.put("version", field(new Node.Numeral(Integer.toString(VERSION), Place.START)));
    fields.put("sum", field(new Node.Text(sum(body), Place.START)));
    fields.put("record", field(new Node.Text(body, Place.START)));
    return TreeText.json(new Node.Fields(fields, Place.START));
  }

  private static Node.Field field(Node value) {
    return new Node.Field(Place.START, value);
  }

  private static String sum(String body) {
    CRC32C sum = new CRC32C();
    sum.update(body.getBytes(StandardCharsets.UTF_8));
    return Long.toHexString(sum.getValue());
  }

  /** Keeps it for the next life of this process, but maybe not beyond a power cut. */
  public void put(String id, T record) {
    write(id, record, false);
  }

  /** Keeps it for good. */
  public void putForGood(String id, T record) {
    write(id, record, true);
  }

  private void write(String id, T record, boolean forGood) {
    Path place = place(id);
    try {
      if (!Files.isDirectory(place)) {
        Files.createDirectory(place);
      }
      Path file = place.resolve(FILE);
      if (forGood) {
        AtomicFile.write(file, closed(record), "rw-------");
      } else {
        // One writer at a time: whoever changes a record has its turn.
        Path fresh = place.resolve(FILE + ".new");
        Files.writeString(fresh, closed(record));
        Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
      }
    } catch (IOException refused) {
      throw new OutsideFailure(
          FailureKind.EXHAUSTED, "cannot write " + place + ": " + refused.getMessage(), refused);
    }
  }

  /** The record goes first, so that what is left is nothing. */
  public void remove(String id) {
    try {
      Files.deleteIfExists(place(id).resolve(FILE));
      SafeTree.remove(directory, Path.of(id));
    } catch (IOException | LinuxException refused) {
      throw new OutsideFailure(
          FailureKind.INTERNAL,
          "cannot remove " + place(id) + ": " + refused.getMessage(),
          refused);
    }
  }

  private String setAside(String id, Exception why) {
    Path file = place(id).resolve(FILE);
    String told = file + ": " + why.getMessage();
    try {
      Path aside = directory.resolve(DAMAGED + id);
      SafeTree.remove(directory, aside.getFileName());
      Files.move(place(id), aside, StandardCopyOption.ATOMIC_MOVE);
      return told + "; it is kept as " + aside;
    } catch (IOException | LinuxException stuck) {
      return told + "; it cannot be set aside: " + stuck.getMessage();
    }
  }

  private Path place(String id) {
    if (!ID.matcher(id).matches()) {
      throw new IllegalArgumentException("\"" + id + "\" is not the id of a record");
    }
    return directory.resolve(id);
  }
}
