package dev.jubelet.runtime.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.model.runtime.config.CgroupDriver;
import dev.jubelet.testkit.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ConmonTest {
  private static String told(String output) {
    return Conmon.complaint(new Commands.Outcome(125, output));
  }

  @Test
  void whatRuncSaysIsHandedOnWithoutItsOrnaments() {
    assertThat(
            told(
                """
                [conmon:w]: failed to write to /proc/self/oom_score_adj: Permission denied
                {"data": -1, "message": "time=\\"2026\\" level=error msg=\\"runc create failed: exec: \\\\\\"/no\\\\\\": no such file\\"\\n"}
                """))
        .isEqualTo("runc create failed: exec: \"/no\": no such file");
  }

  @Test
  void whatIsNoJsonIsTold() {
    assertThat(told("{\"data\": -1, \"message\": \"it \"broke\" there\"}")).contains("broke");
    assertThat(told("[conmon:e]: cannot open the log\n")).contains("cannot open the log");
  }

  @Test
  void silenceIsTold() {
    assertThat(told("\n")).isEqualTo("conmon ended with code 125");
  }

  @Test
  void endlessComplaintsAreCut() {
    assertThat(OciMessage.of("x".repeat(1_000_000))).hasSizeLessThan(3000);
  }

  @TempDir Path directory = Path.of("");

  /** A monitor that takes its time and leaves a trace. */
  private Conmon slow() throws IOException {
    Path program = directory.resolve("conmon");
    Files.writeString(program, "#!/bin/sh\nsleep 1\ntouch came\necho '{\"data\": 1}' >&3\n");
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
    return new Conmon(program, directory, directory);
  }

  private Conmon.Launch launch() throws IOException {
    Path bundle = Files.createDirectories(directory.resolve("bundle"));
    return new Conmon.Launch("id", "name", bundle, "", false, false, false);
  }

  private OciProgram oci() {
    return new OciProgram(Path.of("/bin/true"), CgroupDriver.CGROUPFS, directory);
  }

  @Test
  void startThatIsUnderWayIsWaitedFor() throws Exception {
    Conmon conmon = slow();
    Conmon.Launch launch = launch();
    Thread formerLife = Thread.ofVirtual().start(() -> conmon.launch(oci(), launch));
    Await.until("conmon starts", () -> conmon.starter(launch.bundle()).isPresent());
    conmon.settle(launch.bundle());
    assertThat(launch.bundle().resolve("came")).exists();
    formerLife.join();
  }

  @Test
  void startThatDidNotBeginYetNeverDoes() throws Exception {
    Conmon conmon = slow();
    Conmon.Launch launch = launch();
    Files.writeString(launch.bundle().resolve("launch"), "gate-1");
    conmon.settle(launch.bundle());
    List<String> late = List.of("/bin/sh", "-c", conmon.script(oci(), launch, "gate-1"));
    assertThat(Commands.run(late, launch.bundle(), "", Duration.ofSeconds(20)).code())
        .isEqualTo(125);
    assertThat(launch.bundle().resolve("came")).doesNotExist();
  }

  @Test
  void numberThatSomebodyElseHasByNowIsNobody() throws Exception {
    Conmon conmon = slow();
    Path bundle = launch().bundle();
    Files.writeString(bundle.resolve("conmon.pid"), Long.toString(ProcessHandle.current().pid()));
    assertThat(conmon.monitor(bundle)).isEmpty();
  }
}
