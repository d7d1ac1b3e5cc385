package dev.jubelet.cluster.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jubelet.cluster.x509.Certificates;
import dev.jubelet.cluster.x509.PrivateKeys;
import dev.jubelet.cluster.x509.SelfSigned;
import dev.jubelet.cluster.x509.Subject;
import dev.jubelet.testkit.ManualTime;
import dev.jubelet.testkit.RecordingJournal;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyPair;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
final class ClientIdentityTest {
  @TempDir private Path directory = Path.of("");

  private final ManualTime time = new ManualTime();
  private final RecordingJournal journal = new RecordingJournal();

  private String certified(String name, Duration validity) throws Exception {
    KeyPair pair = PrivateKeys.generate();
    return Certificates.write(
            List.of(SelfSigned.server(pair, Subject.node(name), ManualTime.DAWN, validity)))
        + PrivateKeys.write(pair);
  }

  private ClusterAccess access(UserAccess user) throws Exception {
    Path authorities = directory.resolve("ca.crt");
    if (!Files.exists(authorities)) {
      Files.writeString(authorities, certified("ca", Duration.ofDays(1)));
    }
    return new ClusterAccess(
        URI.create("https://server"),
        "",
        false,
        Optional.of(new TextSource.InFile(authorities)),
        Optional.empty(),
        true,
        user);
  }

  private ClientIdentity identity(UserAccess user) throws Exception {
    return new ClientIdentity(access(user), Optional.empty(), time, journal);
  }

  private static UserAccess token(Path file) {
    return new UserAccess(
        Optional.empty(),
        Optional.empty(),
        Optional.of(new TextSource.InFile(file)),
        Optional.empty(),
        Optional.empty());
  }

  /** With a file that has both the certificate and its key. */
  private static UserAccess certifiedUser(Path pem) {
    Optional<TextSource> file = Optional.of(new TextSource.InFile(pem));
    return new UserAccess(file, file, Optional.empty(), Optional.empty(), Optional.empty());
  }

  @Test
  void readsATokenFileAgainAndKeepsTheOldTokenWhileItIsUnreadable() throws Exception {
    Path file = Files.writeString(directory.resolve("token"), "one\n");
    ClientIdentity identity = identity(token(file));
    assertThat(identity.current().authorization()).contains("Bearer one");
    Files.writeString(file, "two");
    assertThat(identity.current().authorization()).contains("Bearer one");
    time.advance(Duration.ofSeconds(11));
    ClientIdentity.Shown second = identity.current();
    assertThat(second.authorization()).contains("Bearer two");
    assertThat(second.version()).isEqualTo(1);
    Files.delete(file);
    time.advance(Duration.ofSeconds(11));
    assertThat(identity.current().authorization()).contains("Bearer two");
    assertThat(journal.lines()).hasSize(1);
    Files.writeString(file, "bad\ntoken");
    assertThat(identity.refreshed().authorization()).contains("Bearer two");
    assertThat(journal.lines().toString()).doesNotContain("bad");
  }

  @Test
  void changesWithTheAuthoritiesAndTellsSo() throws Exception {
    ClientIdentity identity = identity(UserAccess.NOBODY);
    AtomicInteger told = new AtomicInteger();
    var _ = identity.onChange(told::incrementAndGet);
    assertThat(identity.current().version()).isEqualTo(1);
    Files.writeString(directory.resolve("ca.crt"), "damaged");
    assertThat(identity.refreshed().version()).isEqualTo(1);
    Files.writeString(directory.resolve("ca.crt"), certified("other", Duration.ofDays(1)));
    time.advance(Duration.ofSeconds(11));
    assertThat(identity.current().version()).isEqualTo(2);
    assertThat(told).hasValue(1);
  }

  @Test
  void aRotatedCertificateCountsMoreUntilItExpiresOrIsDamaged() throws Exception {
    Path own =
        Files.writeString(directory.resolve("own.pem"), certified("own", Duration.ofDays(9)));
    Path rotated = directory.resolve("kubelet-client-current.pem");
    ClientIdentity identity =
        new ClientIdentity(access(certifiedUser(own)), Optional.of(rotated), time, journal);
    identity.current();
    assertThat(subject(identity)).contains("node:own");
    Files.writeString(rotated, certified("rotated", Duration.ofHours(1)));
    identity.refreshed();
    assertThat(subject(identity)).contains("node:rotated");
    time.advance(Duration.ofHours(2));
    identity.current();
    assertThat(subject(identity)).contains("node:own");
    Files.writeString(rotated, "damaged");
    identity.refreshed();
    assertThat(subject(identity)).contains("node:own");
    assertThat(journal.lines().toString()).contains("kubelet-client-current.pem");
  }

  @Test
  void withoutAnythingToShowItSaysWhatIsMissing() throws Exception {
    Path missing = directory.resolve("none.pem");
    ClientIdentity identity = identity(certifiedUser(missing));
    assertThatThrownBy(identity::current)
        .isInstanceOf(AccessFailure.class)
        .hasMessage(missing + " does not exist");
  }

  @Test
  void aPluginIsAskedAgainWhenItsAnswerExpiresOrIsRefused() throws Exception {
    ClientIdentity identity =
        identity(
            plugin(
                """
                echo x >> "$0.runs"
                n=$(wc -l < "$0.runs")
                case "$KUBERNETES_EXEC_INFO" in *'"server":"https://server"'*'"interactive":false'*) ;; *) exit 3;; esac
                echo '{"kind":"ExecCredential","apiVersion":"client.authentication.k8s.io/v1",'
                echo '"status":{"token":"'$WORD$n'","expirationTimestamp":"2026-01-01T01:00:00Z"}}'
                """));
    assertThat(identity.current().authorization()).contains("Bearer w1");
    time.advance(Duration.ofMinutes(30));
    assertThat(identity.current().authorization()).contains("Bearer w1");
    assertThat(identity.refreshed().authorization()).contains("Bearer w2");
    time.advance(Duration.ofMinutes(30));
    assertThat(identity.current().authorization()).contains("Bearer w3");
  }

  @Test
  void aPluginThatFailsIsNamedAndNotQuoted() throws Exception {
    for (String script :
        List.of(
            "echo hush; exit 1",
            "echo hush",
            "echo '{\"kind\":\"ExecCredential\",\"apiVersion\":\"client.authentication.k8s.io/v1\","
                + "\"status\":{\"clientKeyData\":\"hush\"}}'",
            "head -c 2000000 /dev/zero")) {
      assertThatThrownBy(identity(plugin(script))::current)
          .isInstanceOf(AccessFailure.class)
          .hasMessageContaining("the credential plugin " + directory.resolve("plugin"))
          .hasMessageNotContaining("hush");
    }
  }

  private UserAccess plugin(String script) throws Exception {
    Path file = directory.resolve("plugin");
    Files.writeString(file, "#!/bin/sh\n" + script);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
    return new UserAccess(
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.of(
            new ExecCredentialConfig(
                ExecCredentialConfig.VERSIONS.getFirst(),
                file.toString(),
                List.of(),
                Map.of("WORD", "w"),
                true,
                "")));
  }

  private static String subject(ClientIdentity identity) {
    return identity.certificate().orElseThrow().toString();
  }
}
