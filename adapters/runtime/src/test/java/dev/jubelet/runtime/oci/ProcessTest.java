package dev.jubelet.runtime.oci;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jubelet.model.runtime.config.EnvEntry;
import dev.jubelet.runtime.oci.input.Identity;
import dev.jubelet.runtime.oci.input.ImageRun;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProcessTest {
  private final Requests request = new Requests();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          # entrypoint | cmd | command | args | what runs
          '/e'         | 'c' | ''      | ''   | '/e c'
          '/e'         | 'c' | '/p'    | ''   | '/p'
          '/e'         | 'c' | ''      | 'a'  | '/e a'
          '/e'         | 'c' | '/p'    | 'a'  | '/p a'
          ''           | 'c' | ''      | ''   | 'c'
          ''           | 'c' | ''      | 'a'  | 'a'
          '/e'         | ''  | ''      | ''   | '/e'
          """)
  void runsWhatKubernetesSays(
      String entrypoint, String cmd, String command, String args, String runs) {
    request.image = image(words(entrypoint), words(cmd), List.of(), "");
    request.command = words(command);
    request.args = words(args);
    assertThat(text().texts("process.args")).isEqualTo(words(runs));
  }

  @Test
  void refusesToRunNothing() {
    request.command = List.of();
    assertThatThrownBy(request::spec)
        .hasMessageContaining("no command specified")
        .hasMessageContaining("example.test/app:1");
  }

  @Test
  void hasAnEnvironmentWhenNobodyNamesOne() {
    assertThat(text().texts("process.env"))
        .containsExactly(
            "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
            "HOSTNAME=web-0",
            "HOME=/root");
  }

  @Test
  void letsThePodOverrideTheImage() {
    request.image = image(List.of(), List.of(), List.of("PATH=/i", "A=1=1", "B=2", "EMPTY"), "");
    request.env = List.of(new EnvEntry("B", "3"), new EnvEntry("HOME", "/h"));
    request.tty = true;
    assertThat(text().texts("process.env"))
        .containsExactly(
            "PATH=/i", "HOSTNAME=web-0", "TERM=xterm", "A=1=1", "B=3", "EMPTY=", "HOME=/h");
  }

  @ParameterizedTest
  @CsvSource({"'','',/", "'',/i,/i", "/p,/i,/p", "'',i,/i"})
  void worksInTheDirectoryOfThePodElseOfTheImage(String pod, String image, String directory) {
    request.workingDir = pod;
    request.image = image(List.of(), List.of(), List.of(), image);
    assertThat(text().at("process.cwd")).isEqualTo('"' + directory + '"');
  }

  @Test
  void isWhoItIsToBe() {
    request.identity = new Identity(1000, 1001, List.of(29L, 1001L), "/home/app");
    request.noNewPrivileges = true;
    request.readOnlyRoot = true;
    assertThat(text().at("process.user"))
        .isEqualTo("{\"uid\":1000,\"gid\":1001,\"additionalGids\":[29,1001]}");
    assertThat(text().at("process.noNewPrivileges")).isEqualTo("true");
    assertThat(text().at("root")).isEqualTo("{\"path\":\"rootfs\",\"readonly\":true}");
  }

  @Test
  void execIsTheSameProcessWithOtherWords() {
    request.identity = new Identity(1000, 1001, List.of(1001L), "/home/app");
    request.noNewPrivileges = true;
    request.workingDir = "/srv";
    SpecText container = text();
    SpecText exec =
        new SpecText(ProcessSpec.of(request.spec().json(), List.of("/bin/sh", "-i"), true));
    assertThat(exec.texts("args")).containsExactly("/bin/sh", "-i");
    assertThat(exec.at("terminal")).isEqualTo("true");
    assertThat(exec.texts("env")).contains("TERM=xterm", "HOME=/home/app");
    for (String same : List.of("user", "cwd", "capabilities", "noNewPrivileges", "oomScoreAdj")) {
      assertThat(exec.at(same)).isEqualTo(container.at("process." + same)).isNotEmpty();
    }
  }

  @Test
  void execSaysWhatIsWrong() {
    assertThatThrownBy(() -> ProcessSpec.of("{}", List.of(), false))
        .hasMessageContaining("no command");
    assertThatThrownBy(() -> ProcessSpec.of("{}", List.of("a"), false))
        .hasMessageContaining("cannot be read");
    assertThatThrownBy(() -> ProcessSpec.of("{", List.of("a"), false))
        .hasMessageContaining("cannot be read");
  }

  @Test
  void obeysNoAnnotationOfThePod() {
    assertThat(text().at("annotations")).doesNotContain("run.oci");
  }

  private SpecText text() {
    return new SpecText(request.spec());
  }

  private static ImageRun image(
      List<String> entrypoint, List<String> cmd, List<String> env, String workingDir) {
    return new ImageRun(entrypoint, cmd, env, "", workingDir, List.of(), "");
  }

  private static List<String> words(String text) {
    return text.isEmpty() ? List.of() : Arrays.asList(text.split(" "));
  }
}
