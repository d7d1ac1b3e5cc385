package dev.jubelet.network.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jubelet.testkit.Needed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class PluginFilesTest {
  @TempDir Path temp;
  private final List<String> warnings = new ArrayList<>();
  private PluginFiles files;
  private Path program;

  @BeforeEach
  void install() throws IOException {
    Needed.root();
    files = new PluginFiles(List.of(temp), warnings::add);
    program = Files.writeString(temp.resolve("bridge"), "#!/bin/sh\n");
    mode(program, "rwxr-xr-x");
  }

  private static void mode(Path path, String permissions) throws IOException {
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(permissions));
  }

  @Test
  void takesWhatOnlyRootMayChange() {
    assertThat(files.require("bridge")).isEqualTo(program);
    assertThat(warnings).isEmpty();
  }

  @Test
  void refusesWhatEveryUserMayChange() throws IOException {
    mode(program, "rwxr-xrwx");
    assertThatThrownBy(() -> files.require("bridge"))
        .isInstanceOf(CniFailure.class)
        .hasMessageContaining(program + " may be changed by every user")
        .hasMessageContaining("chmod o-w");
    mode(program, "rwxr-xr-x");
    mode(temp, "rwxrwxrwx");
    assertThatThrownBy(() -> files.require("bridge")).hasMessageContaining(temp.toString());
  }

  @Test
  void warnsOnceOfOtherOwners() throws IOException {
    Files.setAttribute(program, "unix:uid", 1000);
    files.require("bridge");
    files.require("bridge");
    assertThat(warnings).singleElement().asString().contains("bridge may be changed by others");
  }
}
