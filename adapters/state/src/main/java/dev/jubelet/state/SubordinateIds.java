package dev.jubelet.state;

import dev.jubelet.model.runtime.config.IdRange;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The ids that an administrator set aside for pods: those of user {@code kubelet}, subuid(5). */
public final class SubordinateIds {
  private static final String USER = "kubelet:";

  private SubordinateIds() {}

  /**
   * Empty when nobody set any aside.
   *
   * @param etc such as {@code /etc}
   * @throws IllegalArgumentException saying what is wrong with them
   */
  public static Optional<IdRange> read(Path etc) throws IOException {
    List<String> users = lines(etc.resolve("subuid"));
    List<String> groups = lines(etc.resolve("subgid"));
    if (users.isEmpty() && groups.isEmpty()) {
      return Optional.empty();
    }
    if (!users.equals(groups)) {
      throw new IllegalArgumentException("mismatched subuids and subgids for user kubelet");
    }
    if (users.size() != 1) {
      throw new IllegalArgumentException("user kubelet has more than one range in subuid");
    }
    String[] fields = users.getFirst().split(":", -1);
    try {
      return Optional.of(new IdRange(Long.parseLong(fields[1]), Long.parseLong(fields[2])));
    } catch (NumberFormatException | ArrayIndexOutOfBoundsException malformed) {
      throw new IllegalArgumentException(
          "the line \"" + users.getFirst() + "\" of subuid names no range", malformed);
    }
  }

  private static List<String> lines(Path file) throws IOException {
    try {
      return Files.readAllLines(file).stream()
          .map(String::strip)
          .filter(line -> line.startsWith(USER))
          .toList();
    } catch (NoSuchFileException none) {
      return List.of();
    }
  }
}
