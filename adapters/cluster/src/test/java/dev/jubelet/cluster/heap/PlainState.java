package dev.jubelet.cluster.heap;

import dev.jubelet.ports.NodeState;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** State in files, so that it takes no heap. */
record PlainState(Path directory) implements NodeState {
  @Override
  public Kept load(String name) {
    try {
      return new Kept(Optional.of(Files.readString(directory.resolve(name))), Optional.empty());
    } catch (IOException missing) {
      return Kept.NOTHING;
    }
  }

  @Override
  public List<String> names(String prefix) {
    try (Stream<Path> files = Files.list(directory)) {
      return files
          .map(file -> String.valueOf(file.getFileName()))
          .filter(name -> name.startsWith(prefix))
          .toList();
    } catch (IOException refused) {
      throw new UncheckedIOException(refused);
    }
  }

  @Override
  public void remove(String name) {
    try {
      Files.delete(directory.resolve(name));
    } catch (IOException refused) {
      throw new UncheckedIOException(refused);
    }
  }

  @Override
  public void save(String name, String content) {
    try {
      Files.writeString(directory.resolve(name), content);
    } catch (IOException refused) {
      throw new UncheckedIOException(refused);
    }
  }

  @Override
  public String setAside(String name) {
    remove(name);
    return name;
  }
}
