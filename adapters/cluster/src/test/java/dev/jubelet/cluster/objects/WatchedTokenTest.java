package dev.jubelet.cluster.objects;

import static dev.jubelet.cluster.objects.ObjectsBench.pod;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jubelet.cluster.client.ApiFailure;
import dev.jubelet.cluster.fake.FakeApiServer;
import dev.jubelet.json.JsonWriter;
import dev.jubelet.json.Node;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.volume.projection.ServiceAccountTokenProjection;
import dev.jubelet.testkit.Await;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WatchedTokenTest {
  private static final String POST = "POST /api/v1/namespaces/shop/serviceaccounts/seller/token";
  private static final Pod POD =
      pod(
          "p",
          """
          volumes:
              - name: v
                projected:
                  sources:
                  - serviceAccountToken: {path: token, expirationSeconds: 1000, audience: bank}
          """);

  private final ObjectsBench node = new ObjectsBench();
  private final List<String> requests = new CopyOnWriteArrayList<>();

  @BeforeEach
  void answer() {
    node.api.answer(
        "/token",
        (path, sent) -> {
          requests.add(JsonWriter.compact(Objects.requireNonNull(sent.value("spec"))));
          return granted("token-" + requests.size());
        });
  }

  @AfterEach
  void close() {
    node.close();
  }

  private static Node.Fields granted(String token) {
    return FakeApiServer.parsed(
        "{\"spec\":{\"expirationSeconds\":1000},\"status\":{\"token\":\"%s\"}}".formatted(token));
  }

  private String token() {
    ServiceAccountTokenProjection wanted =
        Objects.requireNonNull(
            Objects.requireNonNull(POD.spec().volumes().getFirst().projected())
                .sources()
                .getFirst()
                .serviceAccountToken());
    return node.objects.token(POD, wanted).orElseThrow().text();
  }

  private void pass(long seconds) {
    Await.until("the next alarm is set", () -> node.time.pending() > 0);
    node.time.advance(Duration.ofSeconds(seconds));
  }

  @Test
  void tokenIsBoundToThePodAndAskedForOnce() {
    node.needs(POD);
    assertThat(token()).isEqualTo("token-1");
    node.needs(POD);
    assertThat(token()).isEqualTo("token-1");
    assertThat(requests).hasSize(1);
    assertThat(requests.getFirst())
        .contains("\"bank\"", "\"expirationSeconds\"", "1000", "\"Pod\"", "\"uid-p\"");
    assertThat(node.told).isEmpty();
  }

  @Test
  void tokenIsRenewedAfterFourFifthsOfItsLife() throws Exception {
    node.needs(POD);
    assertThat(token()).isEqualTo("token-1");
    pass(799);
    assertThat(requests).hasSize(1);
    pass(1);
    assertThat(node.nextTold()).isEqualTo("ServiceAccountToken shop/p");
    assertThat(token()).isEqualTo("token-2");
  }

  /** Who would compare the server's expiry with the machine's clock would ask without end. */
  @ParameterizedTest
  @ValueSource(longs = {-7200, -600, 600, 7200})
  void aWrongClockChangesNothing(long seconds) throws Exception {
    node.time.setWall(node.time.now().plusSeconds(seconds));
    node.needs(POD);
    assertThat(token()).isEqualTo("token-1");
    pass(799);
    assertThat(token()).isEqualTo("token-1");
    assertThat(requests).hasSize(1);
    node.time.setWall(node.time.now());
    pass(1);
    assertThat(node.nextTold()).isEqualTo("ServiceAccountToken shop/p");
    assertThat(token()).isEqualTo("token-2");
  }

  @Test
  void oldTokenIsUsedWhileItLastsAndTheServerIsAway() throws Exception {
    node.needs(POD);
    assertThat(token()).isEqualTo("token-1");
    Await.until("the next alarm is set", () -> node.time.pending() > 0);
    node.outage();
    pass(800);
    Await.until(
        "the second token is asked for, and the next alarm is set",
        () -> node.api.count(POST) == 2 && node.time.pending() > 0);
    assertThat(token()).isEqualTo("token-1");
    for (int i = 0; i < 8; i++) {
      pass(30);
    }
    assertThatThrownBy(this::token).hasMessage("token of seller expired and refresh failed");
    node.api.heal();
    pass(40);
    assertThat(node.nextTold()).isEqualTo("ServiceAccountToken shop/p");
    assertThat(token()).isEqualTo("token-2");
  }

  @Test
  void refusalIsToldInTheWordsOfTheServerAndTriedAgain() throws Exception {
    node.api.failBefore(
        POST, () -> new ApiFailure(404, "NotFound", "serviceaccounts \"seller\" not found", null));
    node.needs(POD);
    assertThatThrownBy(this::token)
        .hasMessage("failed to fetch token: serviceaccounts \"seller\" not found");
    pass(1);
    assertThat(node.nextTold()).isEqualTo("ServiceAccountToken shop/p");
    assertThat(token()).isEqualTo("token-1");
    assertThat(node.journal.lines().toString()).doesNotContain("token-1");
  }

  @Test
  void nothingIsAskedForAPodThatHasGone() {
    node.needs(POD);
    assertThat(token()).isEqualTo("token-1");
    Await.until("one alarm is set", () -> node.time.pending() == 1);
    node.needs();
    assertThat(node.time.pending()).isZero();
    assertThatThrownBy(this::token).hasMessageContaining("not registered");
  }
}
