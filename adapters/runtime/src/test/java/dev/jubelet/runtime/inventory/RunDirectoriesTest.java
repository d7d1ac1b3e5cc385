package dev.jubelet.runtime.inventory;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RunDirectoriesTest {
  @Test
  void removesAnExitFileThatItsMonitorDidNotFinish(@TempDir Path run) throws IOException {
    RunDirectories directories = new RunDirectories(run);
    Files.createFile(directories.exit("one"));
    Files.createFile(directories.exits().resolve("one.Y0PQY3"));
    Path other = Files.createFile(directories.exits().resolve("oneself.Y0PQY3"));
    directories.remove("one");
    assertThat(directories.exits()).isDirectoryContaining(other::equals);
    assertThat(directories.ids()).containsExactly("oneself.Y0PQY3");
  }
}
