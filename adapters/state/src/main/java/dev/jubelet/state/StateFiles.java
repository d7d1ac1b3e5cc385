package dev.jubelet.state;

import dev.jubelet.linux.kernel.LinuxException;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.NodeState;
import dev.jubelet.ports.OutsideFailure;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Node state as files of one directory. A file that is damaged, or something else in its place, is
 * renamed to {@code NAME.damaged-TIME} and never stands in the way of a start.
 */
public final class StateFiles implements NodeState {
  /** The names of its files tell which pods there are. */
  private static final Set<PosixFilePermission> PRIVATE =
      PosixFilePermissions.fromString("rwx------");

  private final Path directory;
  private final Supplier<Instant> wall;

  /**
   * @param wall the machine's clock, for the names of damaged files
   */
  public StateFiles(Path directory, Supplier<Instant> wall) {
    this.directory = directory;
    this.wall = wall;
  }

  private StateFile file(String name) {
    return new StateFile(directory.resolve(name), Envelope.TEXT);
  }

  @Override
  public Kept load(String name) {
    StateFile file = file(name);
    try {
      return new Kept(Optional.of(file.read()), Optional.empty());
    } catch (NoSuchFileException never) {
      return Kept.NOTHING;
    } catch (IOException | DamagedFileException unreadable) {
      String told =
          DamagedFileException.report(
              file.path(), unreadable, () -> StateFile.setAside(file.path(), wall.get()));
      return new Kept(Optional.empty(), Optional.of(told));
    }
  }

  @Override
  public void save(String name, String content) {
    StateFile file = file(name);
    try {
      Files.createDirectories(directory, PosixFilePermissions.asFileAttribute(PRIVATE));
      if (Files.isDirectory(file.path(), LinkOption.NOFOLLOW_LINKS)) {
        StateFile.setAside(file.path(), wall.get());
      }
      file.write(content);
    } catch (IOException refused) {
      throw new OutsideFailure(
          FailureKind.EXHAUSTED,
          "cannot write " + file.path() + ": " + refused.getMessage(),
          refused);
    }
  }

  @Override
  public List<String> names(String prefix) {
    try (Stream<Path> files = Files.list(directory)) {
      return files
          .map(file -> String.valueOf(file.getFileName()))
          .filter(name -> name.startsWith(prefix))
          .sorted()
          .toList();
    } catch (NoSuchFileException nothingYet) {
      return List.of();
    } catch (IOException | UncheckedIOException refused) {
      throw new OutsideFailure(
          FailureKind.UNAVAILABLE,
          "cannot list " + directory + ": " + refused.getMessage(),
          refused);
    }
  }

  @Override
  public void remove(String name) {
    Path file = file(name).path();
    try {
      Files.deleteIfExists(file);
    } catch (IOException stuck) {
      throw LinuxException.asFailure("cannot remove " + file, stuck);
    }
  }

  @Override
  public String setAside(String name) {
    Path file = file(name).path();
    try {
      return StateFile.setAside(file, wall.get()).toString();
    } catch (IOException stuck) {
      throw LinuxException.asFailure("cannot rename " + file, stuck);
    }
  }
}
