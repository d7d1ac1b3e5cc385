package dev.jubelet.streaming.session;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.ports.stream.CommandEnd;
import org.junit.jupiter.api.Test;

final class StatusTextTest {
  private static CommandEnd read(String text) {
    return StatusText.read(text.getBytes(UTF_8));
  }

  @Test
  void readsWhatItWrites() {
    for (CommandEnd end :
        new CommandEnd[] {
          new CommandEnd.Exited(0),
          new CommandEnd.Exited(1),
          new CommandEnd.Exited(255),
          new CommandEnd.Failed("no such \"thing\"\n")
        }) {
      assertThat(StatusText.read(StatusText.json(end))).isEqualTo(end);
    }
  }

  @Test
  void readsWhatContainerdWrites() {
    assertThat(read("{\"metadata\":{},\"status\":\"Success\"}"))
        .isEqualTo(new CommandEnd.Exited(0));
    assertThat(
            read(
                "{\"metadata\":{},\"status\":\"Failure\",\"message\":\"command terminated with"
                    + " non-zero exit code: exit status 3\",\"reason\":\"NonZeroExitCode\","
                    + "\"details\":{\"name\":\"x\",\"causes\":[{\"reason\":\"Other\"},"
                    + "{\"reason\":\"ExitCode\",\"message\":\"3\"}]}}"))
        .isEqualTo(new CommandEnd.Exited(3));
    assertThat(
            read(
                "{\"status\":\"Failure\",\"message\":\"Internal error occurred: no"
                    + " container\",\"reason\":\"InternalError\",\"code\":500}"))
        .isEqualTo(new CommandEnd.Failed("no container"));
  }

  @Test
  void neverTakesNonsenseForSuccess() {
    for (String text :
        new String[] {
          "",
          "nonsense",
          "[]",
          "{}",
          "{\"status\":\"Failure\"}",
          "{\"status\":\"Failure\",",
          "{\"status\":\"Failure\",\"reason\":\"NonZeroExitCode\",\"details\":{\"causes\":"
              + "[{\"reason\":\"ExitCode\",\"message\":\"many\"}]}}"
        }) {
      assertThat(read(text)).isInstanceOf(CommandEnd.Failed.class);
    }
  }

  @Test
  void saysNothingOfSuccessInOldVersions() {
    assertThat(StatusText.plain(new CommandEnd.Exited(0))).isEmpty();
    assertThat(StatusText.readPlain(new byte[0])).isEqualTo(new CommandEnd.Exited(0));
    assertThat(StatusText.readPlain(StatusText.plain(new CommandEnd.Failed("gone"))))
        .isEqualTo(new CommandEnd.Failed("gone"));
  }
}
