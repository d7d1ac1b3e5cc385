package dev.jubelet.network.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.jubelet.testkit.Await;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
final class PluginProgramTest {
  @TempDir Path temp;
  private Path program;
  private PluginProcesses processes;

  @BeforeEach
  void name() {
    program = temp.resolve("plugin");
    processes = new PluginProcesses(temp);
  }

  private void script(String body) throws IOException {
    Path hidden = temp.resolve("hidden");
    Files.writeString(hidden, "#!/bin/sh\n" + body);
    Files.setPosixFilePermissions(hidden, PosixFilePermissions.fromString("rwxr-xr-x"));
    Files.move(hidden, program);
  }

  private String call(Duration time, String config) {
    CniCall call =
        new CniCall(CniCall.Command.ADD, "c1", "/ns", "eth0", List.of(), List.of("/bin"), config);
    return new PluginProgram(program, processes, Duration.ofMillis(50))
        .call(call, Deadline.in(time));
  }

  private CniFailure refused(Duration time, String config) {
    return catchThrowableOfType(CniFailure.class, () -> call(time, config));
  }

  @Test
  void handsOverConfigurationAndEnvironment() throws Exception {
    script("echo $CNI_COMMAND $CNI_CONTAINERID $CNI_NETNS $CNI_IFNAME $CNI_PATH; cat");
    assertThat(call(Duration.ofSeconds(20), "{}")).isEqualTo("ADD c1 /ns eth0 /bin\n{}");
  }

  @Test
  void waitsForAProgramThatIsStillBeingWritten() throws Exception {
    // A script would do: the kernel refuses to run any file that somebody has open for writing.
    script("echo done");
    FileChannel writer = FileChannel.open(program, StandardOpenOption.WRITE);
    Thread closing =
        Thread.ofVirtual()
            .unstarted(() -> {
              try (writer) {
                Await.pause(Duration.ofMillis(120));
              } catch (IOException broken) {
                throw new IllegalStateException(broken);
              }
            });
    closing.start();
    assertThat(call(Duration.ofSeconds(20), "")).isEqualTo("done\n");
    closing.join();
  }

  @Test
  void givesUpOnAProgramThatStaysBusy() throws Exception {
    script("echo done");
    try (FileChannel _ = FileChannel.open(program, StandardOpenOption.WRITE)) {
      assertThat(refused(Duration.ofSeconds(20), "").message()).contains("Text file busy");
    }
  }

  @Test
  void killsTheWholeTreeOfAHungPluginAlsoThoseWhoseParentIsGone() throws Exception {
    script(
        """
        (setsid sh -c 'echo $$ > %1$s/daemon.new; mv %1$s/daemon.new %1$s/daemon; exec sleep 600' &)
        sleep 600 &
        echo $! > %1$s/child
        wait
        """
            .formatted(temp));
    CniFailure late = refused(Duration.ofSeconds(2), "");
    assertThat(late.code()).isEqualTo(CniFailure.TRY_AGAIN_LATER);
    for (String name : List.of("child", "daemon")) {
      long pid = Long.parseLong(Files.readString(temp.resolve(name)).strip());
      assertThat(running(pid)).as(name).isFalse();
    }
  }

  /** One that is dead and not reaped has no command line. */
  private static boolean running(long pid) throws IOException {
    try (InputStream in = Files.newInputStream(Path.of("/proc/" + pid + "/cmdline"))) {
      return in.read() >= 0;
    } catch (NoSuchFileException reaped) {
      return false;
    }
  }

  @Test
  void takesALargeConfigurationThatThePluginNeverReads() throws Exception {
    script("echo fine");
    assertThat(call(Duration.ofSeconds(20), " ".repeat(1 << 20))).isEqualTo("fine\n");
  }

  @Test
  void boundsWhatAPluginPrints() throws Exception {
    script("head -c 3000000 /dev/zero");
    assertThat(refused(Duration.ofSeconds(20), "").message()).contains("more than 1048576 bytes");
  }

  @Test
  void readsErrorsOfAllShapes() throws Exception {
    script(
        """
        case $(cat) in
          1) echo '{"code":11,"msg":"later","details":"busy"}'; exit 1 ;;
          2) echo 'no json'; exit 1 ;;
          3) echo 'oh dear' >&2; exit 2 ;;
          4) exit 5 ;;
        esac
        """);
    CniFailure object = refused(Duration.ofSeconds(20), "1");
    assertThat(object.code()).isEqualTo(11);
    assertThat(object.message()).isEqualTo("later; busy");
    assertThat(refused(Duration.ofSeconds(20), "2").message()).contains("is no error object");
    assertThat(refused(Duration.ofSeconds(20), "3").message()).contains("oh dear");
    assertThat(refused(Duration.ofSeconds(20), "4").message()).contains("exit status 5");
  }
}
