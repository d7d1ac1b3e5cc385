package dev.jubelet.app.command.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RunPartsTest {
  @TempDir private Path bin;

  @Test
  void needsNoContainerd() throws IOException {
    install("conmon");
    install("catatonit");
    assertThat(parts().missing()).containsExactly("crun", "runc", "a static busybox");
    install("runc");
    assertThat(parts().missing()).containsExactly("a static busybox");
  }

  private RunParts parts() {
    return new RunParts(List.of(bin));
  }

  private void install(String name) throws IOException {
    Files.createFile(
        bin.resolve(name),
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-xr-x")));
  }
}
