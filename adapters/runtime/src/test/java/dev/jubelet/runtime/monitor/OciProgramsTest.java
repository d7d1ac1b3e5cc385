package dev.jubelet.runtime.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.model.runtime.config.CgroupDriver;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class OciProgramsTest {
  @TempDir Path directory = Path.of("");

  private OciProgram program(String name) throws IOException {
    Path states = Files.createDirectories(directory.resolve("states").resolve(name));
    return new OciProgram(Path.of("/bin", name), CgroupDriver.CGROUPFS, states);
  }

  @Test
  void containerOfALostSandboxIsEndedByWhoeverMadeIt() throws IOException {
    OciProgram usual = program("usual");
    OciProgram other = program("other");
    OciPrograms programs =
        new OciPrograms(
            Map.of("usual", usual, "other", other),
            "usual",
            new Conmon(Path.of("/conmon"), directory, directory),
            Path.of("/pause"));
    Files.createDirectory(directory.resolve("states/other/made"));
    assertThat(programs.thatKnows("made")).isSameAs(other);
    assertThat(programs.thatKnows("unknown")).isSameAs(usual);
  }
}
