package dev.jubelet.images.content;

import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Blobs on disk by their digest.
 *
 * <pre>
 *   blobs/HEX     whole, hashed and durable before the name appeared
 *   partial/HEX   what came of a download so far; the next one goes on from there
 *   damaged/HEX   was in blobs and is not what its name says any more
 * </pre>
 */
public final class ContentStore {
  private static final int BUFFER = 64 * 1024;
  private static final String TAKEN = "taken-";

  private final Path blobs;
  private final Path partial;
  private final Path damaged;
  private final Disk disk;
  private final Set<Digest> written = ConcurrentHashMap.newKeySet();

  public ContentStore(Path root, DiskReserve reserve) throws IOException {
    this(root, new RealDisk(reserve));
  }

  ContentStore(Path root, Disk disk) throws IOException {
    this.disk = disk;
    blobs = directory(root.resolve("blobs"));
    partial = directory(root.resolve("partial"));
    damaged = directory(root.resolve("damaged"));
    try (Stream<Path> list = Files.list(partial)) {
      for (Path file : list.toList()) {
        if (file.getFileName().toString().startsWith(TAKEN)) {
          disk.delete(file);
        }
      }
    }
  }

  private static Path directory(Path path) throws IOException {
    return Files.createDirectories(
        path, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
  }

  /**
   * Whether the blob is there with that size. One of another size was damaged by something else
   * than us, is set aside and counts as absent.
   */
  public boolean has(Digest digest, long size) throws IOException {
    Optional<Long> found = size(digest);
    if (found.isPresent() && found.get() != size) {
      setAside(digest);
      return false;
    }
    return found.isPresent();
  }

  public Optional<Long> size(Digest digest) throws IOException {
    try {
      return Optional.of(Files.size(place(digest)));
    } catch (NoSuchFileException absent) {
      return Optional.empty();
    }
  }

  /**
   * Begins or goes on with a blob. Nobody else may be writing it.
   *
   * @param size what it has when it is whole
   */
  public Ingest begin(Digest digest, long size) throws IOException {
    if (size < 0) {
      throw new DamagedContentException(digest + " cannot have a size of " + size);
    }
    if (!written.add(digest)) {
      throw new IllegalStateException(digest + " is being written already");
    }
    boolean begun = false;
    try {
      Ingest ingest =
          new Ingest(
              new Ingest.Place(disk, partial.resolve(digest.hex()), place(digest)),
              digest,
              size,
              () -> written.remove(digest));
      begun = true;
      return ingest;
    } finally {
      if (!begun) {
        written.remove(digest);
      }
    }
  }

  /** Stores a small document. */
  public Digest put(byte[] content) throws IOException {
    Digest digest = Digest.of(content);
    if (!has(digest, content.length)) {
      take(new ByteArrayInputStream(content)::read, _ -> {});
    }
    return digest;
  }

  /** A blob that was stored without being known before. */
  public record Taken(Digest digest, long size) {}

  /** Bytes in the manner of {@link InputStream#read(byte[], int, int)}. */
  public interface Source {
    int read(byte[] target, int from, int length) throws IOException;
  }

  /**
   * Stores bytes of which nobody said what they hash to.
   *
   * @param about told what they hash to before they get that name
   */
  public Taken take(Source in, Consumer<Digest> about) throws IOException {
    Path file = partial.resolve(TAKEN + UUID.randomUUID());
    MessageDigest hash = Digest.hash();
    long size = 0;
    try (FileChannel channel = disk.open(file)) {
      byte[] buffer = new byte[BUFFER];
      for (int read = in.read(buffer, 0, BUFFER); read > 0; read = in.read(buffer, 0, BUFFER)) {
        hash.update(buffer, 0, read);
        disk.write(file, channel, ByteBuffer.wrap(buffer, 0, read), size);
        size += read;
      }
      disk.force(file, channel);
      Digest digest = Digest.finished(hash);
      about.accept(digest);
      disk.move(file, place(digest));
      disk.forceDirectory(blobs);
      return new Taken(digest, size);
    } catch (IOException failed) {
      disk.delete(file);
      throw failed;
    }
  }

  /** Opens a blob as it is; whoever needs to be sure hashes what comes. */
  public InputStream open(Digest digest) throws IOException {
    return new BufferedInputStream(Files.newInputStream(place(digest)), BUFFER);
  }

  /** Makes something of a document as it comes. */
  public interface DocumentReader<T> {
    T read(InputStream content) throws IOException;
  }

  /**
   * Reads a document as it comes, and hashes it anew: what a reader made of a damaged one, or
   * complained of, does not count.
   */
  public <T> T read(Digest digest, long bytesMax, DocumentReader<T> reader) throws IOException {
    if (size(digest).orElse(0L) > bytesMax) {
      throw new DamagedContentException(digest + " has more than " + bytesMax + " bytes");
    }
    MessageDigest hash = Digest.hash();
    T result = null;
    RuntimeException refused = null;
    try (InputStream in = new DigestInputStream(open(digest), hash)) {
      try {
        result = reader.read(in);
      } catch (RuntimeException malformed) {
        refused = malformed;
      }
      long _ = in.transferTo(OutputStream.nullOutputStream());
    }
    if (!Digest.finished(hash).equals(digest)) {
      setAside(digest);
      throw new DamagedContentException(digest + " was damaged on disk and is set aside");
    }
    if (refused != null) {
      throw refused;
    }
    return Objects.requireNonNull(result);
  }

  /** Hashes a blob anew and sets it aside when it is not what its name says. */
  public boolean verify(Digest digest) throws IOException {
    MessageDigest hash = Digest.hash();
    try (InputStream in = new DigestInputStream(open(digest), hash)) {
      long _ = in.transferTo(OutputStream.nullOutputStream());
    } catch (NoSuchFileException absent) {
      return false;
    }
    if (Digest.finished(hash).equals(digest)) {
      return true;
    }
    setAside(digest);
    return false;
  }

  /** Takes a blob that is not what its name says out of the way, for people to look at. */
  public void setAside(Digest digest) throws IOException {
    try {
      disk.move(place(digest), damaged.resolve(digest.hex()));
    } catch (NoSuchFileException gone) {
      return;
    }
    disk.forceDirectory(blobs);
  }

  public void delete(Digest digest) throws IOException {
    disk.delete(place(digest));
  }

  /** Removes what was set aside, and what downloads left behind that nobody goes on with. */
  public void sweep() throws IOException {
    for (Path file : files(damaged)) {
      disk.delete(file);
    }
    for (Path file : files(partial)) {
      String name = file.getFileName().toString();
      if (written.stream().noneMatch(digest -> digest.hex().equals(name))) {
        disk.delete(file);
      }
    }
  }

  /** All blobs that are whole, in order. */
  public Set<Digest> digests() throws IOException {
    Set<Digest> found = new TreeSet<>();
    for (Path file : files(blobs)) {
      found.add(new Digest(file.getFileName().toString()));
    }
    return found;
  }

  private static List<Path> files(Path directory) throws IOException {
    List<Path> found = new ArrayList<>();
    try (Stream<Path> list = Files.list(directory)) {
      list.filter(file -> file.getFileName().toString().matches("[0-9a-f]{64}"))
          .forEach(found::add);
    }
    return found;
  }

  /** Where a blob is when it is there. */
  public Path place(Digest digest) {
    return blobs.resolve(digest.hex());
  }
}
