package dev.jubelet.runtime.state;

import dev.jubelet.codec.ExactJson;
import dev.jubelet.linux.file.SafeTree;
import dev.jubelet.linux.kernel.LinuxException;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import dev.jubelet.state.DamagedFileException;
import dev.jubelet.state.Envelope;
import dev.jubelet.state.StateFile;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Records of one kind, each in a directory of its own: {@code DIRECTORY/ID/record.json}.
 *
 * <p>A record replaces its former self at once, whoever dies when. It is forced to the disk only
 * when it says something that a power cut must not undo: after one, nothing of what runs is left.
 */
public final class RecordStore<T extends Record> {
  static final String FILE = "record.json";
  private static final String DAMAGED = "damaged-";
  private static final Pattern ID = Pattern.compile("[0-9a-f]{64}");

  private final Path directory;
  private final Class<T> type;

  public RecordStore(Path directory, Class<T> type) throws IOException {
    this.directory =
        Files.createDirectories(
            directory,
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    // Whoever made it.
    Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwx------"));
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
        found.put(id, read(place));
      } catch (NoSuchFileException begun) {
        // The directory comes first: nothing of it was made yet, or nothing is left.
        remove(id);
      } catch (IOException | DamagedFileException | IllegalArgumentException unreadable) {
        damaged.add(setAside(id, unreadable));
      }
    }
    return new Contents<>(found, damaged);
  }

  private T read(Path place) throws IOException, DamagedFileException {
    return ExactJson.read(file(place).read(), type);
  }

  private static StateFile file(Path place) {
    return new StateFile(place.resolve(FILE), Envelope.RECORD);
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
      String content = ExactJson.write(record);
      if (forGood) {
        file(place).write(content);
      } else {
        // One writer at a time: whoever changes a record has its turn.
        file(place).replace(content);
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
    return DamagedFileException.report(
        place(id).resolve(FILE),
        why,
        () -> {
          try {
            Path aside = directory.resolve(DAMAGED + id);
            SafeTree.remove(directory, aside.getFileName());
            return Files.move(place(id), aside, StandardCopyOption.ATOMIC_MOVE);
          } catch (LinuxException stuck) {
            throw new IOException(stuck.getMessage(), stuck);
          }
        });
  }

  private Path place(String id) {
    if (!ID.matcher(id).matches()) {
      throw new IllegalArgumentException("\"" + id + "\" is not the id of a record");
    }
    return directory.resolve(id);
  }
}
