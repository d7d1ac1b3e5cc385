package dev.jubelet.cluster.certificates;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jubelet.cluster.x509.Certificates;
import dev.jubelet.cluster.x509.CertifiedKey;
import dev.jubelet.cluster.x509.PrivateKeys;
import dev.jubelet.cluster.x509.SelfSigned;
import dev.jubelet.cluster.x509.Subject;
import dev.jubelet.testkit.ManualTime;
import dev.jubelet.testkit.RecordingJournal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ServingIdentityTest {
  @TempDir private Path directory = Path.of("");

  private final ManualTime time = new ManualTime();
  private final RecordingJournal journal = new RecordingJournal();

  @Test
  void makesACertificateOnceAndAgainWhenItIsDamagedOrExpired() throws Exception {
    CertifiedKey first = selfSigned().certificate();
    assertThat(first.toString()).contains("CN=worker-1@");
    assertThat(selfSigned().certificate()).isEqualTo(first);
    Files.writeString(directory.resolve("kubelet.key"), "damaged");
    CertifiedKey second = selfSigned().certificate();
    assertThat(second).isNotEqualTo(first);
    assertThat(journal.lines().toString()).contains("another one is made");
    time.advance(Duration.ofDays(366));
    assertThat(selfSigned().certificate()).isNotEqualTo(second);
  }

  private ServingIdentity selfSigned() {
    return ServingIdentity.selfSigned(directory, "worker-1", time, journal);
  }

  @Test
  void followsTheFilesItWasGiven() throws Exception {
    write("one");
    ServingIdentity identity =
        ServingIdentity.files(
            directory.resolve("tls.crt"), directory.resolve("tls.key"), time, journal);
    CertifiedKey first = identity.certificate();
    time.advance(Duration.ofSeconds(11));
    assertThat(identity.certificate()).isSameAs(first);
    write("two");
    time.advance(Duration.ofSeconds(11));
    assertThat(identity.certificate().toString()).contains("two");
    Files.writeString(directory.resolve("tls.crt"), "damaged");
    time.advance(Duration.ofSeconds(11));
    assertThat(identity.certificate().toString()).contains("two");
    assertThat(journal.lines()).hasSize(1);
  }

  private void write(String name) throws Exception {
    KeyPair pair = PrivateKeys.generate();
    Files.writeString(directory.resolve("tls.key"), PrivateKeys.write(pair));
    Files.writeString(
        directory.resolve("tls.crt"),
        Certificates.write(
            List.of(SelfSigned.server(pair, Subject.node(name), time.wall(), Duration.ofDays(9)))));
  }

  @Test
  void withoutItsFilesItSaysWhichAreMissing() {
    Path missing = directory.resolve("tls.crt");
    ServingIdentity identity = ServingIdentity.files(missing, missing, time, journal);
    assertThatThrownBy(identity::certificate).hasMessageContaining(missing + " does not exist");
  }

  @Test
  void showsACertificateOfItsOwnUntilOneIsSigned() throws Exception {
    CertificateFiles files = new CertificateFiles(directory, "kubelet-server", time, journal);
    ServingIdentity identity = ServingIdentity.rotated(files, "worker-1", time, journal);
    assertThat(identity.certificate().toString()).contains("CN=worker-1@");
    KeyPair pair = PrivateKeys.generate();
    files.keep(
        Certificates.write(
            List.of(
                SelfSigned.server(
                    pair, Subject.node("worker-1"), time.wall(), Duration.ofDays(9)))),
        pair);
    identity.refresh();
    assertThat(identity.certificate().toString()).contains("CN=system:node:worker-1");
  }

  @Test
  void addressesComeInTheirOrder() {
    Subject subject =
        CertificateOrder.serving("n", List.of("10.0.0.2", "10.0.0.1", "not an address", "fd00:::"))
            .orElseThrow()
            .subject();
    assertThat(subject.dnsNames()).isEmpty();
    assertThat(subject.addresses().stream().map(each -> each.getHostAddress()))
        .containsExactly("10.0.0.1", "10.0.0.2");
    assertThat(CertificateOrder.serving("n", List.of("n.example"))).isEmpty();
  }
}
