package dev.jubelet.runtime.container;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.jubelet.linux.kernel.Errno;
import dev.jubelet.linux.kernel.LinuxException;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import dev.jubelet.runtime.oci.Spec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class RelabellingTest {
  private static final String LABEL = "system_u:object_r:container_file_t:s0:c1,c2";

  private final List<String> given = new ArrayList<>();
  private final Relabelling relabelling =
      new Relabelling((path, label) -> given.add(path + " " + label));

  @TempDir Path directory = Path.of("");

  private static Spec spec(String... paths) {
    return new Spec("{}", List.of(), List.of(paths), LABEL);
  }

  @Test
  void labelsWhatIsAskedForByItsRealPath() throws IOException {
    Path real = Files.createDirectory(directory.toRealPath().resolve("real"));
    Path link = Files.createSymbolicLink(directory.resolve("link"), real);
    relabelling.carryOut(spec(link.toString()));
    assertThat(given).containsExactly(real + " " + LABEL);
  }

  @Test
  void doesNothingWithoutSelinux() throws IOException {
    relabelling.carryOut(spec());
    assertThat(given).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"/", "/etc", "/usr", "/home", "/var/lib", "/usr/../etc", "/etc/"})
  void refusesWhatIsTheMachines(String path) {
    assertThatExceptionOfType(OutsideFailure.class)
        .isThrownBy(() -> relabelling.carryOut(spec(path)))
        .returns(FailureKind.BAD_SPEC, OutsideFailure::kind);
    assertThat(given).isEmpty();
  }

  @Test
  void refusesALinkToWhatIsTheMachines() throws IOException {
    Path link = Files.createSymbolicLink(directory.resolve("trap"), Path.of("/etc"));
    assertThatExceptionOfType(OutsideFailure.class)
        .isThrownBy(() -> relabelling.carryOut(spec(link.toString())));
  }

  @Test
  void bearsFileSystemsWithoutLabelsAndNothingElse() throws IOException {
    new Relabelling(
            (path, label) -> {
              throw new LinuxException(Errno.EOPNOTSUPP, "set attribute", path.toString());
            })
        .carryOut(spec(directory.toString()));
    Relabelling refused =
        new Relabelling((path, label) -> {
          throw new LinuxException(Errno.EPERM, "set attribute", path.toString());
        });
    assertThatExceptionOfType(LinuxException.class)
        .isThrownBy(() -> refused.carryOut(spec(directory.toString())));
  }
}
