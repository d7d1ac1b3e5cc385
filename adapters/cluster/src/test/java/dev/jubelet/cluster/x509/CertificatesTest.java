package dev.jubelet.cluster.x509;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@EnabledIf("dev.jubelet.cluster.x509.Openssl#present")
@Tag("real")
final class CertificatesTest {
  private static final Instant NOW = Instant.parse("2026-06-01T10:00:00Z");

  @TempDir private Path directory = Path.of("");

  private Openssl openssl() {
    return new Openssl(directory);
  }

  @Test
  void opensslAcceptsARequest() throws Exception {
    KeyPair pair = PrivateKeys.generate();
    Subject subject =
        new Subject(
            "system:node:worker-1",
            List.of("system:nodes"),
            List.of("worker-1", "worker-1.example"),
            List.of(InetAddress.getByName("10.0.0.7"), InetAddress.getByName("fd00::7")));
    openssl().file("csr", SigningRequest.pem(pair, subject));
    String told = openssl().run("req", "-in", "csr", "-noout", "-verify", "-text");
    assertThat(told)
        .contains("verify OK", "O = system:nodes, CN = system:node:worker-1")
        .contains("DNS:worker-1, DNS:worker-1.example", "IP Address:10.0.0.7", "FD00");
  }

  @Test
  void aRequestWithoutNamesHasNoExtensions() throws Exception {
    openssl().file("csr", SigningRequest.pem(PrivateKeys.generate(), Subject.node("a")));
    assertThat(openssl().run("req", "-in", "csr", "-noout", "-verify", "-text"))
        .contains("verify OK")
        .doesNotContain("Alternative");
  }

  @Test
  void opensslAcceptsASelfSignedCertificate() throws Exception {
    KeyPair pair = PrivateKeys.generate();
    Subject subject =
        new Subject("a@1", List.of(), List.of("a"), List.of(InetAddress.getByName("127.0.0.1")));
    X509Certificate made = SelfSigned.server(pair, subject, NOW, Duration.ofDays(365));
    openssl().file("crt", Certificates.write(List.of(made)));
    openssl().file("key", PrivateKeys.write(pair));
    assertThat(
            openssl()
                .run(
                    "verify",
                    "-CAfile",
                    "crt",
                    "-attime",
                    "1780400000",
                    "-purpose",
                    "sslserver",
                    "-verify_hostname",
                    "a",
                    "crt"))
        .contains("crt: OK");
    assertThat(openssl().run("x509", "-in", "crt", "-noout", "-text"))
        .contains("Digital Signature", "TLS Web Server Authentication", "IP Address:127.0.0.1");
    assertThat(openssl().run("ec", "-in", "key", "-noout", "-text")).contains("prime256v1");
    CertifiedKey read = CertifiedKey.read(openssl().text("crt"), openssl().text("key"));
    assertThat(read.notAfter()).isEqualTo(NOW.plus(Duration.ofDays(365)));
    assertThat(read.expired(NOW.plus(Duration.ofDays(365)))).isTrue();
  }

  @Test
  void aCertificateMayLastBeyond2050() throws Exception {
    X509Certificate made =
        SelfSigned.server(
            PrivateKeys.generate(), Subject.node("a"), NOW, Duration.ofDays(365L * 30));
    openssl().file("crt", Certificates.write(List.of(made)));
    assertThat(openssl().run("x509", "-in", "crt", "-noout", "-enddate")).contains("2056");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "genrsa -traditional -out key 2048",
        "genrsa -out key 2048",
        "ecparam -name prime256v1 -genkey -out key",
        "ecparam -name secp384r1 -genkey -noout -out key",
        "genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out key",
        "genpkey -algorithm ED25519 -out key"
      })
  void keysOfOpensslAreRead(String command) throws Exception {
    openssl().run(command.split(" "));
    openssl().run("req", "-x509", "-new", "-key", "key", "-subj", "/CN=a", "-out", "crt");
    CertifiedKey read = CertifiedKey.read(openssl().text("crt"), openssl().text("key"));
    assertThat(read.toString()).contains("CN=a").doesNotContain("BEGIN");
    TlsContexts.server(read);

    openssl().run("genrsa", "-out", "other", "2048");
    assertThatThrownBy(() -> CertifiedKey.read(openssl().text("crt"), openssl().text("other")))
        .hasMessage("the private key is not the one of the certificate");
  }

  @Test
  void damagedTextsAreRefusedWithoutBeingRepeated() throws Exception {
    String key = PrivateKeys.write(PrivateKeys.generate());
    String secret = key.lines().skip(1).findFirst().orElseThrow();
    for (String damaged :
        List.of(
            key.replace("-----END", "----END"),
            key.replace(secret, secret.replace('M', '!')),
            key.replace(secret, secret.substring(8)),
            key.replace("EC PRIVATE", "PRIVATE"),
            key.replace("EC PRIVATE", "ENCRYPTED PRIVATE"),
            "")) {
      assertThatThrownBy(() -> PrivateKeys.read(damaged))
          .isInstanceOf(java.security.GeneralSecurityException.class)
          .hasMessageNotContaining(secret.substring(10, 20));
    }
    assertThatThrownBy(() -> Certificates.read(key)).hasMessage("it has no certificate");
  }
}
