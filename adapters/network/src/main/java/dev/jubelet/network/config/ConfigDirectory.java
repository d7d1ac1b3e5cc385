package dev.jubelet.network.config;

import dev.jubelet.json.Json;
import dev.jubelet.network.plugin.CniFailure;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Reads the networks of a directory, in the order of their file names. */
public final class ConfigDirectory {
  private static final int FILE_MAX = 1024 * 1024;

  private final Path directory;

  public ConfigDirectory(Path directory) {
    this.directory = directory;
  }

  /**
   * The first network that can be used, and what is wrong with files before it.
   *
   * @param problems each with the name of its file
   */
  public record Found(Optional<NetworkList> network, List<String> problems) {
    public Found {
      problems = List.copyOf(problems);
    }
  }

  public Found read() {
    List<String> problems = new ArrayList<>();
    try {
      for (Path file : files(directory, List.of(".conf", ".conflist", ".json"))) {
        try {
          return new Found(Optional.of(network(file)), problems);
        } catch (IllegalArgumentException | CniFailure wrong) {
          problems.add(file + ": " + wrong.getMessage());
        } catch (NoSuchFileException removed) {
          // Between the list and the reading; whoever watches is told to look again.
        }
      }
    } catch (IOException unreadable) {
      problems.add(directory + " cannot be read: " + unreadable);
    }
    return new Found(Optional.empty(), problems);
  }

  private NetworkList network(Path file) throws IOException {
    NetworkList list = NetworkList.read(text(file));
    if (!list.inlinedOnly()) {
      // CNI: plugins of a network may also have files of their own, in a directory of its name.
      List<NetworkPlugin> more = new ArrayList<>();
      for (Path each : files(directory.resolve(list.name()), List.of(".conf"))) {
        more.add(NetworkPlugin.read(Json.object(text(each))));
      }
      list = list.with(more);
    }
    if (list.plugins().isEmpty()) {
      throw new IllegalArgumentException("the network " + list.name() + " has no plugins");
    }
    return list;
  }

  private static String text(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      byte[] bytes = in.readNBytes(FILE_MAX + 1);
      if (bytes.length > FILE_MAX) {
        throw new IllegalArgumentException("the file is larger than " + FILE_MAX + " bytes");
      }
      return new String(bytes, StandardCharsets.UTF_8);
    }
  }

  private static List<Path> files(Path directory, List<String> endings) throws IOException {
    try (Stream<Path> entries = Files.list(directory)) {
      return entries
          .filter(file -> endings.contains(ending(file)))
          .filter(Files::isRegularFile)
          .sorted(Comparator.comparing(ConfigDirectory::name))
          .toList();
    } catch (NoSuchFileException | NotDirectoryException absent) {
      return List.of();
    }
  }

  private static String ending(Path file) {
    String name = name(file);
    int dot = name.lastIndexOf('.');
    return dot < 0 ? "" : name.substring(dot);
  }

  private static String name(Path file) {
    return file.getFileName().toString();
  }
}
