package dev.jubelet.images;

import dev.jubelet.images.content.Digest;
import dev.jubelet.linux.file.AtomicFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The names of images, one small file each. */
final class NameRecords {
  private final Path directory;

  NameRecords(Path directory) throws IOException {
    this.directory = Files.createDirectories(directory);
    AtomicFile.sweep(directory);
  }

  void put(NameRecord record) throws IOException {
    AtomicFile.write(place(record.name()), record.text(), "rw-------");
  }

  void remove(NameRecord record) throws IOException {
    Files.deleteIfExists(place(record.name()));
    AtomicFile.syncDirectory(directory);
  }

  /** In the order of their names; a damaged file is set aside. */
  List<NameRecord> all() throws IOException {
    List<NameRecord> found = new ArrayList<>();
    for (Path file : files()) {
      Optional<NameRecord> record = NameRecord.parse(Files.readString(file));
      if (record.isPresent()) {
        found.add(record.get());
      } else {
        Files.move(
            file,
            file.resolveSibling(file.getFileName() + ".damaged"),
            StandardCopyOption.REPLACE_EXISTING);
      }
    }
    found.sort(Comparator.comparing(NameRecord::name));
    return found;
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.filter(file -> file.getFileName().toString().matches("[0-9a-f]{64}")).toList();
    }
  }

  /** A name has characters that a file's cannot have. */
  private Path place(String name) {
    return directory.resolve(Digest.of(name.getBytes(StandardCharsets.UTF_8)).hex());
  }
}
