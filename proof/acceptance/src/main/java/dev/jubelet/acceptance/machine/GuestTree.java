package dev.jubelet.acceptance.machine;

import dev.jubelet.acceptance.Resources;
import dev.jubelet.acceptance.host.Tool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A directory that becomes the root of a guest. Programs keep the paths that they have here. */
final class GuestTree {
  private static final List<String> MERGED = List.of("bin", "sbin", "lib", "lib64");

  private final Path root;

  GuestTree(Path root) throws IOException {
    this.root = root;
    for (String each : List.of("proc", "sys", "dev", "run", "tmp", "root", "etc", "var/lib")) {
      Files.createDirectories(root.resolve(each));
    }
    for (String each : MERGED) {
      Files.createDirectories(root.resolve("usr").resolve(each));
      Files.createSymbolicLink(root.resolve(each), Path.of("usr", each));
    }
  }

  Path root() {
    return root;
  }

  /** A program or library of this machine, with all shared libraries that it asks for. */
  void program(Path file) throws IOException {
    programs(List.of(file));
  }

  void programs(List<Path> files) throws IOException {
    for (Path file : files) {
      copy(file, place(file));
    }
    libraries(files);
  }

  /** The same file under another name. */
  void program(Path file, String guestPath) throws IOException {
    copy(file, inside(guestPath));
    libraries(List.of(file));
  }

  /** A directory of this machine, as it is. */
  void directory(Path directory) throws IOException {
    Path target = place(directory);
    Files.createDirectories(target);
    Tool.of("cp", "-aL", directory + "/.", target.toString()).within(Duration.ofMinutes(2)).run();
  }

  void file(String guestPath, String content) throws IOException {
    Files.writeString(parented(inside(guestPath)), content);
  }

  void file(String guestPath, Path content) throws IOException {
    copy(content, inside(guestPath));
  }

  /** One of the files beside this class. */
  void resource(String name, String guestPath) throws IOException {
    Path target = parented(inside(guestPath));
    Files.writeString(target, Resources.text(GuestTree.class, name));
    if (!target.toFile().setExecutable(true)) {
      throw new IOException(target + " cannot be made executable");
    }
  }

  private void libraries(List<Path> files) throws IOException {
    List<String> words = new ArrayList<>(List.of("ldd"));
    files.forEach(file -> words.add(file.toString()));
    // It fails for a static program, which needs none.
    String said = Tool.of(words.toArray(String[]::new)).attempt().out();
    for (String line : said.lines().map(String::strip).toList()) {
      String path = line.replaceFirst("^\\S+ => ", "").replaceFirst(" \\(0x.*", "");
      if (path.startsWith("/") && line.contains("(0x") && !Files.exists(place(Path.of(path)))) {
        copy(Path.of(path), place(Path.of(path)));
      }
    }
  }

  private Path place(Path file) {
    return inside(file.toAbsolutePath().toString());
  }

  private Path inside(String guestPath) {
    return root.resolve(guestPath.substring(1)).normalize();
  }

  private static void copy(Path from, Path to) throws IOException {
    // The cache of the JVM is valid only for files with the same time.
    Files.copy(
        from,
        parented(to),
        StandardCopyOption.COPY_ATTRIBUTES,
        StandardCopyOption.REPLACE_EXISTING);
  }

  private static Path parented(Path file) throws IOException {
    Files.createDirectories(file.getParent());
    return file;
  }
}
