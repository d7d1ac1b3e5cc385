package dev.jubelet.cluster.certificates;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.cluster.access.TextSource;
import dev.jubelet.cluster.access.UserAccess;
import dev.jubelet.cluster.client.ApiFailure;
import dev.jubelet.cluster.fake.FakeApiServer;
import dev.jubelet.cluster.x509.CertifiedKey;
import dev.jubelet.cluster.x509.Openssl;
import dev.jubelet.json.JsonWriter;
import dev.jubelet.testkit.Await;
import dev.jubelet.testkit.ManualTime;
import dev.jubelet.testkit.RecordingJournal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
@EnabledIf("dev.jubelet.cluster.x509.Openssl#present")
@Tag("long")
final class CertificateRotationTest {
  @TempDir private Path directory = Path.of("");
  @TempDir private Path scratch = Path.of("");

  private final FakeApiServer api = new FakeApiServer();
  // What openssl signs is good from the real now on.
  private final ManualTime time = new ManualTime(Instant.now());
  private final RecordingJournal journal = new RecordingJournal();
  private final AtomicInteger renewed = new AtomicInteger();
  private volatile Optional<CertificateOrder> order =
      Optional.of(CertificateOrder.client("worker-1"));

  @SuppressWarnings("NullAway.Init")
  private OpensslSigner signer;

  @BeforeEach
  void authority() throws Exception {
    signer = new OpensslSigner(api, scratch);
  }

  private CertificateFiles files() {
    return new CertificateFiles(directory, "kubelet-client", time, journal);
  }

  private CertificateRotation rotation() {
    return rotation(files());
  }

  private CertificateRotation rotation(CertificateFiles files) {
    CertificateRotation rotation =
        new CertificateRotation(
            files, () -> order, api, renewed::incrementAndGet, time, () -> 0.5, journal);
    rotation.start();
    return rotation;
  }

  private void firstCertificate() throws Exception {
    try (CertificateRotation _ = rotation()) {
      Await.until(
          "certificates signed: 1, and the next alarm is set",
          () -> signer.names().size() == 1 && time.pending() > 0);
      signer.sign(signer.names().getFirst());
      until(() -> renewed.get() == 1);
    }
    Await.until("no alarm is set", () -> time.pending() == 0);
  }

  /** With a file that has both the certificate and its key. */
  private static UserAccess certified(Path pem) {
    Optional<TextSource> file = Optional.of(new TextSource.InFile(pem));
    return new UserAccess(file, file, Optional.empty(), Optional.empty(), Optional.empty());
  }

  @Test
  void asksForACertificateAndKeepsItAsTheGoKubeletDoes() throws Exception {
    firstCertificate();
    String request =
        JsonWriter.compact(
            api.find(OpensslSigner.REQUESTS + "/" + signer.names().getFirst()).orElseThrow());
    assertThat(request)
        .contains(
            "\"signerName\":\"kubernetes.io/kube-apiserver-client-kubelet\"",
            "\"usages\":[\"digital signature\",\"client auth\"]")
        .doesNotContain("expirationSeconds");
    Path current = directory.resolve("kubelet-client-current.pem");
    assertThat(current).isSymbolicLink();
    Path file = Files.readSymbolicLink(current);
    assertThat(file.toString())
        .matches(directory + "/kubelet-client-\\d{4}-\\d\\d-\\d\\d-\\d\\d-\\d\\d-\\d\\d\\.pem");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
    assertThat(directory.toFile().list())
        .containsExactlyInAnyOrder("kubelet-client-current.pem", file.getFileName().toString());
    Openssl openssl = new Openssl(scratch);
    assertThat(openssl.run("verify", "-CAfile", "ca.crt", file.toString())).contains("OK");
    assertThat(openssl.run("ec", "-in", file.toString(), "-noout", "-text")).contains("256");
    assertThat(files().current().orElseThrow().toString())
        .contains("CN=system:node:worker-1", "O=system:nodes");
  }

  @Test
  void goesOnWithItsRequestAfterARestart() throws Exception {
    try (CertificateRotation _ = rotation()) {
      Await.until(
          "certificates signed: 1, and the next alarm is set",
          () -> signer.names().size() == 1 && time.pending() > 0);
    }
    Await.until("no alarm is set", () -> time.pending() == 0);
    try (CertificateRotation _ = rotation()) {
      Await.until("the next alarm is set", () -> time.pending() > 0);
      assertThat(signer.names()).hasSize(1);
      signer.sign(signer.names().getFirst());
      until(() -> renewed.get() == 1);
    }
    assertThat(api.count("POST")).isEqualTo(1);
  }

  @Test
  void asksAnewAfterARefusal() throws Exception {
    try (CertificateRotation _ = rotation()) {
      Await.until(
          "certificates signed: 1, and the next alarm is set",
          () -> signer.names().size() == 1 && time.pending() > 0);
      signer.deny(signer.names().getFirst());
      until(() -> signer.names().size() == 2);
      assertThat(journal.lines().toString()).contains("was refused: ByTest");
    }
  }

  @Test
  void renewsInTheLastPartOfItsLife() throws Exception {
    firstCertificate();
    CertifiedKey first = files().current().orElseThrow();
    try (CertificateRotation _ = rotation()) {
      Await.until("the next alarm is set", () -> time.pending() > 0);
      time.setWall(at(first, 0.79));
      turn();
      assertThat(signer.names()).hasSize(1);
      time.setWall(at(first, 0.81));
      until(() -> signer.names().size() == 2);
      String other = signer.names().stream().filter(this::unsigned).findFirst().orElseThrow();
      signer.sign(other);
      until(() -> renewed.get() == 2);
      assertThat(files().current().orElseThrow()).isNotEqualTo(first);
    }
  }

  private boolean unsigned(String name) {
    return api.find(OpensslSigner.REQUESTS + "/" + name).orElseThrow().value("status") == null;
  }

  private static Instant at(CertifiedKey key, double share) {
    long life = Duration.between(key.notBefore(), key.notAfter()).toMillis();
    return key.notBefore().plusMillis((long) (life * share));
  }

  @Test
  void renewsACertificateOfTheKubeconfigsFilesInTheLastPartOfItsLife() throws Exception {
    Path given = given();
    CertifiedKey first = files().beginningWith(certified(given)).current().orElseThrow();
    try (CertificateRotation _ = rotation(files().beginningWith(certified(given)))) {
      Await.until("the next alarm is set", () -> time.pending() > 0);
      turn();
      assertThat(signer.names()).hasSize(1);
      time.setWall(at(first, 0.81));
      until(() -> signer.names().size() == 2);
      signer.sign(signer.names().stream().filter(this::unsigned).findFirst().orElseThrow());
      until(() -> renewed.get() == 2);
    }
    CertificateFiles later = files().beginningWith(certified(given));
    assertThat(later.current()).isEqualTo(files().current()).isNotEqualTo(Optional.of(first));
  }

  @Test
  void asksAtOnceForOneOfItsOwnWhenTheKubeconfigItselfHasTheCertificate() throws Exception {
    String text = Files.readString(given());
    Optional<TextSource> inline = Optional.of(new TextSource.Inline("data", text));
    UserAccess user =
        new UserAccess(inline, inline, Optional.empty(), Optional.empty(), Optional.empty());
    try (CertificateRotation _ = rotation(files().beginningWith(user))) {
      Await.until("certificates signed: 2", () -> signer.names().size() == 2);
    }
  }

  /** A file elsewhere with a certificate of the node and its key. */
  private Path given() throws Exception {
    firstCertificate();
    Path link = directory.resolve("kubelet-client-current.pem");
    Path given = scratch.resolve("given.pem");
    Files.move(Files.readSymbolicLink(link), given);
    Files.delete(link);
    return given;
  }

  /** The machine's clock is wrong by more than the five minutes that signers allow for. */
  @Test
  void takesACertificateThatIsNotYetGoodByAClockThatIsBehind() throws Exception {
    time.setWall(time.now().minus(Duration.ofMinutes(50)));
    firstCertificate();
    assertThat(files().current().orElseThrow().notBefore()).isAfter(time.wall());
    try (CertificateRotation _ = rotation()) {
      Await.until("the next alarm is set", () -> time.pending() > 0);
      turn();
      time.setWall(time.now().plus(Duration.ofMinutes(50)));
      turn();
      assertThat(signer.names()).hasSize(1);
    }
  }

  @Test
  void asksAnewWhenTheNodeGetsAnotherAddress() throws Exception {
    order = serving("10.0.0.1");
    firstCertificate();
    try (CertificateRotation rotation = rotation()) {
      Await.until("the next alarm is set", () -> time.pending() > 0);
      turn();
      assertThat(signer.names()).hasSize(1);
      order = serving("10.0.0.1", "10.0.0.2");
      rotation.look();
      Await.until("certificates signed: 2", () -> signer.names().size() == 2);
    }
  }

  private static Optional<CertificateOrder> serving(String... addresses) {
    return CertificateOrder.serving("worker-1", List.of(addresses));
  }

  @Test
  void waitsUntilItKnowsWhatToAskFor() throws Exception {
    order = serving();
    assertThat(order).isEmpty();
    try (CertificateRotation _ = rotation()) {
      Await.until("the next alarm is set", () -> time.pending() > 0);
      assertThat(api.calls()).isEmpty();
    }
  }

  @Test
  void setsADamagedCertificateAside() throws Exception {
    firstCertificate();
    Path file = Files.readSymbolicLink(directory.resolve("kubelet-client-current.pem"));
    Files.writeString(file, Files.readString(file).substring(40));
    assertThat(files().current()).isEmpty();
    assertThat(directory.toFile().list())
        .hasSize(1)
        .allMatch(name -> name.startsWith(file.getFileName() + ".damaged-"));
    try (CertificateRotation _ = rotation()) {
      Await.until("certificates signed: 2", () -> signer.names().size() == 2);
    }
  }

  @Test
  void finishesAChangeOfTheLinkThatWasInterrupted() throws Exception {
    firstCertificate();
    Files.move(
        directory.resolve("kubelet-client-current.pem"),
        directory.resolve("kubelet-client-updated.pem"));
    assertThat(files().current()).isPresent();
    assertThat(directory.resolve("kubelet-client-current.pem")).isSymbolicLink();
  }

  @Test
  void takesAnotherKeyWhenTheServerFindsFaultWithTheRequest() throws Exception {
    Path key = directory.resolve("kubelet-client.key.tmp");
    api.failBefore("POST", () -> new ApiFailure(422, "Invalid", "bad signature", null));
    try (CertificateRotation _ = rotation()) {
      Await.until("the next alarm is set", () -> time.pending() > 0);
      assertThat(key).doesNotExist();
      until(() -> signer.names().size() == 1);
      assertThat(key).exists();
    }
  }

  /** Lets time pass until something is so. */
  private void until(BooleanSupplier condition) {
    Await.until(
        "what time brings",
        () -> {
          if (condition.getAsBoolean()) {
            return true;
          }
          time.runNext();
          return false;
        });
  }

  /** One look that changes nothing. */
  private void turn() {
    long before = api.calls().size();
    time.runNext();
    Await.until("the next alarm is set", () -> time.pending() > 0);
    assertThat((long) api.calls().size()).isEqualTo(before);
  }
}
