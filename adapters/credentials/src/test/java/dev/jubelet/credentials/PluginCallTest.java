package dev.jubelet.credentials;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.jubelet.model.image.CacheScope;
import dev.jubelet.model.image.CredentialProvider;
import dev.jubelet.model.image.ProviderAnswer;
import dev.jubelet.model.runtime.config.RegistryCredential;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Real programs, as bad as programs can be. */
@Timeout(60)
class PluginCallTest {
  private static final String API = "credentialprovider.kubelet.k8s.io/v1";
  private static final String PASSWORD = "s3cr3t-of-the-plugin";
  private static final String GOOD =
      """
      {"kind":"CredentialProviderResponse","apiVersion":"%s","cacheKeyType":"Registry",
       "cacheDuration":"5m0s","auth":{"r.example":{"username":"me","password":"%s"}}}\
      """
          .formatted(API, PASSWORD);

  @TempDir private Path directory;

  private Plugin plugin(String script, String... args) throws IOException {
    Path program = Files.writeString(directory.resolve("plugin"), "#!/bin/sh\n" + script + "\n");
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
    return new Plugin(
        new CredentialProvider("plugin", List.of("r.example"), Duration.ZERO),
        program,
        API,
        List.of(args),
        Map.of("GREETING", "hello"));
  }

  private static ProviderAnswer ask(Plugin plugin) {
    return new PluginCall(Duration.ofSeconds(20)).ask(plugin, "r.example/app");
  }

  private static OutsideFailure failure(Plugin plugin, Duration deadline) {
    OutsideFailure failure =
        catchThrowableOfType(
            OutsideFailure.class, () -> new PluginCall(deadline).ask(plugin, "r.example/app"));
    assertThat(failure).isNotNull();
    for (Throwable part = failure; part != null; part = part.getCause()) {
      assertThat(Objects.toString(part.getMessage())).doesNotContain(PASSWORD);
    }
    return failure;
  }

  private static OutsideFailure failure(Plugin plugin) {
    return failure(plugin, Duration.ofSeconds(20));
  }

  @Test
  void answerIsTakenFromStandardOutput() throws IOException {
    ProviderAnswer answer = ask(plugin("cat >/dev/null; printf '%s' '" + GOOD + "'"));
    assertThat(answer.scope()).isEqualTo(CacheScope.REGISTRY);
    assertThat(answer.cacheDuration()).isEqualTo(Duration.ofMinutes(5));
    assertThat(answer.logins())
        .singleElement()
        .satisfies(login -> {
          assertThat(login.place()).isEqualTo("r.example");
          assertThat(login.credential())
              .isEqualTo(new RegistryCredential("me", PASSWORD, "", "", "", ""));
        });
    assertThat(answer.toString()).doesNotContain(PASSWORD);
  }

  @Test
  void requestArgumentsAndEnvironmentReachIt() throws IOException {
    Path seen = directory.resolve("seen");
    ask(
        plugin(
            "{ cat; printf ' %s %s %s' \"$1\" \"$2\" \"$GREETING\"; } >'"
                + seen
                + "'; test -n \"$PATH\" && printf '%s' '"
                + GOOD
                + "'",
            "get",
            "now"));
    assertThat(Files.readString(seen))
        .isEqualTo(
            "{\"kind\":\"CredentialProviderRequest\",\"apiVersion\":\""
                + API
                + "\",\"image\":\"r.example/app\"} get now hello");
  }

  @Test
  void programThatDoesNotReadIsNoProblem() throws IOException {
    assertThat(ask(plugin("exec <&-; printf '%s' '" + GOOD + "'")).logins()).hasSize(1);
  }

  @Test
  void hangingProgramAndItsChildrenAreKilled() throws IOException {
    Path pids = directory.resolve("pids");
    Plugin hanging = plugin("echo $$ >'" + pids + "'; sleep 300 & echo $! >>'" + pids + "'; wait");
    OutsideFailure failure = failure(hanging, Duration.ofSeconds(2));
    assertThat(failure.kind()).isEqualTo(FailureKind.TIMED_OUT);
    assertThat(failure.text()).isEqualTo("it did not end within 2 s");
    List<String> started = Files.readAllLines(pids);
    assertThat(started).hasSize(2);
    for (String pid : started) {
      ProcessHandle.of(Long.parseLong(pid))
          .ifPresent(
              process -> assertThat(process.onExit()).succeedsWithin(Duration.ofSeconds(10)));
    }
  }

  @Test
  void exitCodeIsToldAndNothingThatItPrinted() throws IOException {
    OutsideFailure failure = failure(plugin("echo " + PASSWORD + " | tee /dev/stderr; exit 1"));
    assertThat(failure.text()).isEqualTo("it ended with exit code 1");
  }

  @Test
  void garbageIsToldAndNotRepeated() throws IOException {
    assertThat(failure(plugin("echo 'token: " + PASSWORD + "'")).text())
        .isEqualTo("its answer is not a JSON object");
    assertThat(failure(plugin("echo '{\"password\": " + PASSWORD + "}'")).text())
        .isEqualTo("its answer is not a JSON object");
    assertThat(failure(plugin("true")).text()).isEqualTo("its answer is not a JSON object");
  }

  @Test
  void endlessOutputIsCut() throws IOException {
    OutsideFailure failure = failure(plugin("exec yes " + PASSWORD));
    assertThat(failure.kind()).isEqualTo(FailureKind.EXHAUSTED);
    assertThat(failure.text()).isEqualTo("its answer is larger than 1 MiB");
  }

  @Test
  void programThatIsGoneIsTold() throws IOException {
    Plugin gone = plugin("true");
    Files.delete(gone.program());
    assertThat(failure(gone).text()).endsWith("plugin cannot be started");
  }
}
