package dev.jubelet.runtime.inventory;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RunDirectoriesTest {
  private static String mode(Path path) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }

  @Test
  void othersReachNothing(@TempDir Path run) throws IOException {
    RunDirectories directories = new RunDirectories(run);
    Path bundle = directories.makeBundle("one", Optional.empty());
    directories.configure("one", "{}");
    assertThat(mode(bundle)).isEqualTo("rwx------");
    assertThat(mode(bundle.resolve("config.json"))).isEqualTo("rw-------");
    assertThat(mode(directories.makePod("two", Optional.empty()))).isEqualTo("rwx------");
    for (Path each :
        List.of(
            directories.exits(),
            directories.sockets(),
            directories.ociStates(),
            directories.exec())) {
      assertThat(mode(each)).isEqualTo("rwx------");
    }
    for (Path passage : List.of(run, run.resolve("c"), run.resolve("p"))) {
      assertThat(mode(passage)).isEqualTo("rwx--x--x");
    }
  }

  @Test
  void closesWhatAnEarlierVersionLeftOpen(@TempDir Path run) throws IOException {
    RunDirectories directories = new RunDirectories(run);
    for (Path open : List.of(directories.bundle("one"), directories.pod("one"))) {
      Files.createDirectory(open);
      Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
    Path config = Files.writeString(directories.bundle("one").resolve("config.json"), "{}");
    Files.setPosixFilePermissions(config, PosixFilePermissions.fromString("rw-r--r--"));
    directories.close("one", Optional.empty());
    directories.close("unknown", Optional.empty());
    assertThat(mode(directories.bundle("one"))).isEqualTo("rwx------");
    assertThat(mode(directories.pod("one"))).isEqualTo("rwx------");
    assertThat(mode(config)).isEqualTo("rw-------");
  }

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
