package dev.jubelet.app.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jubelet.app.settings.node.EmbeddedSettings;
import dev.jubelet.runtime.settings.RuntimePrograms;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ProgramSearchTest {
  @TempDir private Path bin;

  @Test
  void prefersCrunAndOffersRuncByName() throws IOException {
    install("conmon", "catatonit", "crun", "runc");
    RuntimePrograms found = find("", Map.of(), false);
    assertThat(found.defaultHandler()).isEqualTo("crun");
    assertThat(found.handlers().get("crun")).isEqualTo(bin.resolve("crun"));
    assertThat(found.handlers().get("runc")).isEqualTo(bin.resolve("runc"));
    assertThat(found.conmon()).isEqualTo(bin.resolve("conmon"));
  }

  @Test
  void takesRuncWhereCgroupsOfBothVersionsAreMounted() throws IOException {
    install("conmon", "catatonit", "crun", "runc");
    RuntimePrograms found = find("", Map.of(), true);
    assertThat(found.defaultHandler()).isEqualTo("runc");
    assertThat(found.handlers()).containsOnlyKeys("runc");
  }

  @Test
  void saysThatCrunDoesNotWorkThere() throws IOException {
    install("conmon", "catatonit", "crun", "runc");
    assertThatThrownBy(() -> find("crun", Map.of(), true))
        .hasMessageContaining("only runc")
        .hasMessageContaining("cgroup v2 mounted beside v1");
  }

  @Test
  void takesTheOneThatIsAskedFor() throws IOException {
    install("conmon", "catatonit", "crun", "runc", "other");
    assertThat(find("runc", Map.of(), false).defaultHandler()).isEqualTo("runc");
    RuntimePrograms found = find("mine", Map.of("mine", bin.resolve("other")), false);
    assertThat(found.defaultHandler()).isEqualTo("mine");
    assertThat(found.handlers()).containsOnlyKeys("crun", "runc", "mine");
  }

  @Test
  void namesThePackageThatIsMissing() throws IOException {
    install("catatonit", "runc");
    assertThatThrownBy(() -> find("", Map.of(), false))
        .hasMessageContaining("missing on this machine: conmon")
        .hasMessageContaining("apt-get install conmon");
    install("conmon");
    Files.delete(bin.resolve("runc"));
    assertThatThrownBy(() -> find("", Map.of(), false)).hasMessageContaining("crun or runc");
    install("runc");
    Files.delete(bin.resolve("catatonit"));
    assertThatThrownBy(() -> find("", Map.of(), false)).hasMessageContaining("catatonit");
  }

  @Test
  void refusesAHandlerWithoutProgram() throws IOException {
    install("conmon", "catatonit", "runc");
    assertThatThrownBy(() -> find("", Map.of("mine", bin.resolve("absent")), false))
        .hasMessageContaining("absent of the handler mine cannot be run");
  }

  private RuntimePrograms find(String handler, Map<String, Path> more, boolean hybrid) {
    return ProgramSearch.find(List.of(bin), new EmbeddedSettings.Handlers(handler, more), hybrid);
  }

  private void install(String... names) throws IOException {
    for (String name : names) {
      Files.createFile(
          bin.resolve(name),
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-xr-x")));
    }
  }
}
