package dev.jubelet.nodeserver;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class GatekeeperTest {
  private SecureBench bench = new SecureBench(SecureBench.Options.standard());

  @BeforeEach
  void knowSomebody() {
    bench.reviewer.token("good", "ann").grant("ann", "*");
  }

  @AfterEach
  void stop() {
    bench.close();
  }

  @Test
  void letsNobodyInWhileTheAuthorizerIsAway() throws Exception {
    bench.reviewer.accessAway = true;

    SecureBench.Answer answer = bench.ask(null, "good", "GET", "/pods");

    assertThat(answer.status()).isEqualTo(500);
    assertThat(answer.body())
        .isEqualTo("Authorization error (user=ann, verb=get, resource=nodes, subresource=pods)");
    bench.reviewer.accessAway = false;
    assertThat(bench.ask(null, "good", "GET", "/pods").status()).isEqualTo(200);
  }

  @Test
  void letsNobodyInWhoseTokenCannotBeReviewed() throws Exception {
    bench.reviewer.tokensAway = true;

    assertThat(bench.ask(null, "good", "GET", "/pods").status()).isEqualTo(401);
    bench.reviewer.tokensAway = false;
    assertThat(bench.ask(null, "good", "GET", "/pods").status()).isEqualTo(200);
  }

  @Test
  void saysWhatIsForbidden() throws Exception {
    bench.reviewer.token("other", "bob");

    SecureBench.Answer answer = bench.ask(null, "other", "POST", "/pods");

    assertThat(answer.status()).isEqualTo(403);
    assertThat(answer.body())
        .isEqualTo(
            "Forbidden (user=bob, verb=create, resource=nodes, subresource(s)=[pods proxy])\n");
    assertThat(bench.ask(null, null, "GET", "/pods").body()).isEqualTo("Unauthorized");
  }

  @Test
  void believesAnswersForAWhile() throws Exception {
    bench.reviewer.token("other", "bob");
    for (int i = 0; i < 3; i++) {
      bench.ask(null, "good", "GET", "/metrics");
      bench.ask(null, "other", "GET", "/metrics");
    }
    assertThat(bench.reviewer.tokenQuestions).hasValue(2);
    assertThat(bench.reviewer.accessQuestions).hasValue(2);

    pass(Duration.ofSeconds(31));
    bench.ask(null, "good", "GET", "/metrics");
    bench.ask(null, "other", "GET", "/metrics");
    assertThat(bench.reviewer.accessQuestions).hasValue(3);

    pass(Duration.ofSeconds(90));
    bench.ask(null, "good", "GET", "/metrics");
    assertThat(bench.reviewer.tokenQuestions).hasValue(3);
    assertThat(bench.reviewer.accessQuestions).hasValue(3);

    pass(Duration.ofMinutes(3));
    bench.ask(null, "good", "GET", "/metrics");
    assertThat(bench.reviewer.accessQuestions).hasValue(4);
  }

  @Test
  void judgesThoseWithoutCredentialsAsAnonymousOnlyWhereConfigured() throws Exception {
    bench.close();
    bench = new SecureBench(SecureBench.Options.standard().lettingAnonymousIn());
    bench.reviewer.grant("system:anonymous", "healthz");

    assertThat(bench.ask(null, null, "GET", "/healthz").status()).isEqualTo(200);
    assertThat(bench.ask(null, null, "GET", "/pods").status()).isEqualTo(403);
    assertThat(bench.ask(null, "garbage", "GET", "/healthz").status()).isEqualTo(401);
    TestAuthority.Issued stranger =
        new TestAuthority("other").issue("admin", List.of(), TestAuthority.Use.CLIENT);
    assertThat(bench.ask(stranger, null, "GET", "/healthz").status()).isEqualTo(401);
  }

  @Test
  void findsTheTokenOfABrowserAmongItsProtocols() throws Exception {
    String hidden =
        Base64.getUrlEncoder()
            .withoutPadding()
            .encodeToString("good".getBytes(StandardCharsets.UTF_8));
    String head =
        "GET /pods HTTP/1.1\r\nHost: x\r\nConnection: close, Upgrade\r\nUpgrade: websocket\r\n"
            + "Sec-WebSocket-Protocol: ";
    String token = "base64url.bearer.authorization.k8s.io." + hidden;

    assertThat(bench.ask(null, head + token + ", v4.channel.k8s.io\r\n\r\n").status())
        .isEqualTo(200);
    assertThat(bench.ask(null, head + token + "\r\n\r\n").status()).isEqualTo(401);
    assertThat(bench.ask(null, head + token + "," + token + ",x\r\n\r\n").status()).isEqualTo(401);
  }

  @Test
  void takesANewAuthorityOverAtOnceAndForgetsTheOldOne() throws Exception {
    TestAuthority next = new TestAuthority("next");
    TestAuthority.Issued old = bench.authority.issue("ann", List.of(), TestAuthority.Use.CLIENT);
    TestAuthority.Issued young = next.issue("ann", List.of(), TestAuthority.Use.CLIENT);
    try (Line line = new Line(bench, old)) {
      assertThat(line.ask(null, "GET", "/pods")).isEqualTo(200);
      bench.clientAuthorities.set(List.of(next.certificate()));

      // The very connection that was good before.
      assertThat(line.ask(null, "GET", "/pods")).isEqualTo(401);
    }
    assertThat(bench.ask(young, null, "GET", "/pods").status()).isEqualTo(200);
  }

  @Test
  void showsARotatedCertificateToTheNextClient() throws Exception {
    X509Certificate first = shown();
    bench.key.set(Optional.of(bench.serving("worker-1 again")));

    assertThat(shown()).isNotEqualTo(first);
  }

  private X509Certificate shown() throws Exception {
    try (SSLSocket socket = bench.connect(null)) {
      socket.startHandshake();
      return (X509Certificate) socket.getSession().getPeerCertificates()[0];
    }
  }

  private void pass(Duration time) {
    bench.now.updateAndGet(now -> now.plus(time));
  }
}
