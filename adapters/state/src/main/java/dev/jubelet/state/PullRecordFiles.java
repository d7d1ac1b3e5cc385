package dev.jubelet.state;

import dev.jubelet.linux.file.AtomicFile;
import dev.jubelet.linux.file.Sha256;
import dev.jubelet.model.image.PulledImage;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.Journal;
import dev.jubelet.ports.OutsideFailure;
import dev.jubelet.ports.PullRecords;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Records of pulls where the Go kubelet has them and as it writes them, so that a node can change
 * from one to the other and back:
 *
 * <pre>
 *   image_manager/pulling/sha256-HEX   a pull that began; HEX is the hash of the image's name
 *   image_manager/pulled/sha256-HEX    who may use an image; HEX is the hash of its id
 * </pre>
 *
 * A file that makes no sense is renamed to {@code damaged-sha256-HEX}.
 */
public final class PullRecordFiles implements PullRecords {
  private static final String PREFIX = "sha256-";
  private static final String PERMISSIONS = "rw-------";

  private final Path pulling;
  private final Path pulled;
  private final Journal journal;

  /**
   * @param root the node's root directory
   */
  public PullRecordFiles(Path root, Journal journal) {
    this.pulling = root.resolve("image_manager").resolve("pulling");
    this.pulled = root.resolve("image_manager").resolve("pulled");
    this.journal = journal;
  }

  @Override
  public void begin(String image) {
    write(file(pulling, image), PullRecordJson.begun(image));
  }

  @Override
  public void end(String image) {
    delete(file(pulling, image));
  }

  @Override
  public boolean hasBegun(String image) {
    return read(file(pulling, image), PullRecordJson::readBegun).filter(image::equals).isPresent();
  }

  @Override
  public List<String> begun() {
    List<String> images = new ArrayList<>();
    for (Path file : files(pulling)) {
      read(file, PullRecordJson::readBegun).ifPresent(images::add);
    }
    return images;
  }

  @Override
  public Optional<PulledImage> find(String imageRef) {
    return read(file(pulled, imageRef), PullRecordJson::readPulled)
        .filter(image -> image.imageRef().equals(imageRef));
  }

  @Override
  public void put(PulledImage image) {
    write(file(pulled, image.imageRef()), PullRecordJson.pulled(image));
  }

  @Override
  public void prune(int most, Supplier<Set<String>> present, Instant notBefore) {
    List<Path> files = files(pulled);
    if (files.size() <= most) {
      return;
    }
    Set<String> there = present.get();
    for (Path file : files) {
      Optional<PulledImage> image = read(file, PullRecordJson::readPulled);
      if (image.isPresent()
          && !there.contains(image.get().imageRef())
          && image.get().lastUpdatedTime().isBefore(notBefore)) {
        delete(file);
      }
    }
  }

  private static Path file(Path directory, String name) {
    byte[] hash = Sha256.begin().digest(name.getBytes(StandardCharsets.UTF_8));
    return directory.resolve(PREFIX + HexFormat.of().formatHex(hash));
  }

  private static List<Path> files(Path directory) {
    List<Path> files = new ArrayList<>();
    try (DirectoryStream<Path> found =
        Files.newDirectoryStream(directory, PREFIX + "[0-9a-f]*[0-9a-f]")) {
      found.forEach(files::add);
    } catch (NoSuchFileException never) {
      return List.of();
    } catch (IOException refused) {
      throw failure("cannot list " + directory, refused);
    }
    return files;
  }

  private <T> Optional<T> read(Path file, Function<String, T> reader) {
    try {
      byte[] bytes = StateFile.bytes(file, PullRecordJson.BYTES_MAX);
      return Optional.of(reader.apply(new String(bytes, StandardCharsets.UTF_8)));
    } catch (NoSuchFileException never) {
      return Optional.empty();
    } catch (DamagedFileException | IllegalArgumentException senseless) {
      setAside(file, String.valueOf(senseless.getMessage()));
      return Optional.empty();
    } catch (IOException refused) {
      throw failure("cannot read " + file, refused);
    }
  }

  private void setAside(Path file, String why) {
    Path aside = file.resolveSibling("damaged-" + file.getFileName());
    try {
      Files.move(file, aside, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException stuck) {
      throw failure("cannot rename " + file, stuck);
    }
    journal.write(
        Journal.Level.WARNING, "DamagedPullRecord", file + ": " + why + "; it is kept as " + aside);
  }

  private static void write(Path file, String text) {
    try {
      Path directory = file.resolveSibling(".").normalize();
      Files.createDirectories(
          directory,
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
      AtomicFile.write(file, text, PERMISSIONS);
    } catch (IOException refused) {
      throw failure("cannot write " + file, refused);
    }
  }

  private static void delete(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException refused) {
      throw failure("cannot remove " + file, refused);
    }
  }

  private static OutsideFailure failure(String what, IOException refused) {
    return new OutsideFailure(FailureKind.EXHAUSTED, what + ": " + refused.getMessage(), refused);
  }
}
