package dev.jubelet.acceptance;

import dev.jubelet.app.host.LocalImages;
import dev.jubelet.testkit.Await;
import dev.jubelet.testkit.contract.RuntimeUnderTest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** A runtime on this machine: its clock and its files are the machine's. */
interface MachineRuntime extends RuntimeUnderTest, AutoCloseable {
  @Override
  void close() throws IOException;

  @Override
  default String busybox() {
    return LocalImages.BUSYBOX;
  }

  @Override
  default Instant now() {
    return Instant.now();
  }

  @Override
  default Optional<String> file(String path) {
    try {
      return Optional.of(Files.readString(Path.of(path)));
    } catch (NoSuchFileException absent) {
      return Optional.empty();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  default void makeDirectory(String path) {
    try {
      Files.createDirectories(Path.of(path));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  default boolean await(BooleanSupplier condition, Duration limit) {
    return Await.within(limit, condition::getAsBoolean);
  }
}
