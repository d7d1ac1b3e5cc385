package dev.jubelet.runtime.inventory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.linux.CgroupBranch;
import dev.jubelet.linux.CgroupLayout;
import dev.jubelet.model.runtime.CgroupDriver;
import dev.jubelet.runtime.monitor.Conmon;
import dev.jubelet.runtime.monitor.OciProgram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SurroundingsTest {
  @TempDir Path directory = Path.of("");

  private OciProgram program(String name) throws IOException {
    Path states = Files.createDirectories(directory.resolve("states").resolve(name));
    return new OciProgram(Path.of("/bin", name), List.of(), CgroupDriver.CGROUPFS, states);
  }

  @Test
  void containerOfALostSandboxIsEndedByWhoeverMadeIt() throws IOException {
    OciProgram usual = program("usual");
    OciProgram other = program("other");
    CgroupLayout none = new CgroupLayout(false, List.of(), List.of());
    Surroundings around =
        new Surroundings(
            new Choices(
                directory,
                Path.of("/pause"),
                "usual",
                CgroupDriver.CGROUPFS,
                directory.resolve("seccomp"),
                List.of()),
            new RunPlaces(directory.resolve("run")),
            new RuntimeInventory(),
            Map.of("usual", usual, "other", other),
            new Conmon(Path.of("/conmon"), directory, directory),
            new CgroupBranch(none),
            new MachineLook(none),
            (level, pod, uid, reason, message) -> {},
            "boot");
    Files.createDirectory(directory.resolve("states/other/made"));
    assertThat(around.programThatKnows("made")).isSameAs(other);
    assertThat(around.programThatKnows("unknown")).isSameAs(usual);
  }
}
