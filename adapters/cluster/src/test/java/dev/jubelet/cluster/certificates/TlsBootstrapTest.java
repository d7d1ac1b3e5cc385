package dev.jubelet.cluster.certificates;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.cluster.access.ClusterAccess;
import dev.jubelet.cluster.access.TextSource;
import dev.jubelet.cluster.access.UserAccess;
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
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TlsBootstrapTest {
  @TempDir private Path directory = Path.of("");

  private final ManualTime time = new ManualTime();
  private final RecordingJournal journal = new RecordingJournal();

  private CertificateFiles files() {
    return new CertificateFiles(directory.resolve("pki"), "kubelet-client", time, journal);
  }

  private TlsBootstrap bootstrap() {
    return new TlsBootstrap(directory.resolve("etc/kubelet.conf"), files(), time, journal);
  }

  private void certificate(Duration validity) throws Exception {
    KeyPair pair = PrivateKeys.generate();
    files()
        .keep(
            Certificates.write(
                List.of(SelfSigned.server(pair, Subject.node("a"), time.wall(), validity))),
            pair);
  }

  private static ClusterAccess server() {
    return new ClusterAccess(
        URI.create("https://10.0.0.1:6443"),
        "",
        false,
        Optional.of(new TextSource.Inline("certificate-authority-data", "the authority")),
        Optional.empty(),
        true,
        UserAccess.NOBODY);
  }

  @Test
  void writesAKubeconfigThatNamesTheCertificate() throws Exception {
    assertThat(bootstrap().known()).isEmpty();
    certificate(Duration.ofDays(1));
    assertThat(bootstrap().certified()).isTrue();
    ClusterAccess access = bootstrap().finish(server());
    assertThat(access.server()).isEqualTo(URI.create("https://10.0.0.1:6443"));
    assertThat(access.authorities().orElseThrow().read()).isEqualTo("the authority");
    assertThat(access.user().key())
        .contains(new TextSource.InFile(directory.resolve("pki/kubelet-client-current.pem")));
    assertThat(bootstrap().known()).contains(access);
    Path file = directory.resolve("etc/kubelet.conf");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
    assertThat(Files.readString(file)).contains("current-context: default-context");
  }

  @Test
  void anExpiredMissingOrDamagedCertificateIsNoneAtAll() throws Exception {
    certificate(Duration.ofHours(1));
    bootstrap().finish(server());
    time.advance(Duration.ofHours(2));
    assertThat(bootstrap().known()).isEmpty();
    assertThat(bootstrap().certified()).isFalse();
    certificate(Duration.ofHours(1));
    assertThat(bootstrap().known()).isPresent();
    Files.writeString(directory.resolve("pki/kubelet-client-current.pem"), "damaged");
    assertThat(bootstrap().known()).isEmpty();
    assertThat(bootstrap().certified()).isFalse();
    assertThat(bootstrap().known()).isEmpty();
    assertThat(journal.lines().toString()).contains("has expired", "has no certificate");
  }

  @Test
  void aKubeconfigWithATokenIsLeftAlone() throws Exception {
    Files.createDirectories(directory.resolve("etc"));
    Files.writeString(
        directory.resolve("etc/kubelet.conf"),
        """
        clusters: [{name: c, cluster: {server: "https://10.0.0.1:6443"}}]
        users: [{name: u, user: {token: word}}]
        contexts: [{name: x, context: {cluster: c, user: u}}]
        current-context: x
        """);
    assertThat(bootstrap().known()).isPresent();
  }
}
