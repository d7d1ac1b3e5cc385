package dev.jubelet.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.app.settings.node.EmbeddedSettings;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class CriCommandTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "                                         | Missing required option: '--listen",
        "--listen=tcp://host:1                    | must look like unix:///run/jubelet.sock",
        "--listen=/run/x.sock,--cgroup-driver=no  | must be cgroupfs or systemd",
        "--listen=/run/x.sock,--log-format=xml    | must be text or json",
        "--listen=/run/x.sock,--handler=x         | --handler",
        "--listen=/run/x.sock,--default-ulimit=x  | should look like nofile=1024:4096",
      })
  void saysWhatItDoesNotUnderstand(String words, String message) {
    List<String> all = words == null ? List.of() : List.of(words.split(","));
    assertThat(cri(all)).isEqualTo(2);
    assertThat(err.toString()).contains(message);
  }

  @Test
  void explainsItselfWithExamples() {
    assertThat(cri(List.of("--help"))).isZero();
    assertThat(out.toString())
        .contains("--listen", "--root-dir", "--registry-config", "--cni-conf", "--cni-bin")
        .contains("Examples:", "crictl --runtime-endpoint");
  }

  @Test
  void givesEachRootItsOwnDirectoryForSockets() {
    EmbeddedSettings usual = EmbeddedSettings.at(EmbeddedSettings.ROOT, null);
    EmbeddedSettings other = EmbeddedSettings.at(Path.of("/other"), null);
    assertThat(usual.runtime().run()).isEqualTo(Path.of("/run/jubelet/runtime"));
    assertThat(other.runtime().run())
        .isNotEqualTo(usual.runtime().run())
        .startsWithRaw(EmbeddedSettings.RUN);
    assertThat(EmbeddedSettings.at(Path.of("/other"), Path.of("/short")).runtime().run())
        .isEqualTo(Path.of("/short"));
  }

  private int cri(List<String> words) {
    Subcommand command =
        new Subcommand("cri", () -> new CriCommand((settings, socket, journal) -> 42));
    String[] all = new String[words.size() + 1];
    all[0] = "cri";
    for (int i = 0; i < words.size(); i++) {
      all[i + 1] = words.get(i);
    }
    return Jubelet.standard((config, journal) -> 0, command)
        .run(new PrintWriter(out), new PrintWriter(err), all);
  }
}
