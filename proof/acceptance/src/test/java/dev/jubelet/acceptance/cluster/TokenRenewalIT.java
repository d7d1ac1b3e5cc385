package dev.jubelet.acceptance.cluster;

import static dev.jubelet.acceptance.cluster.ReaderPod.read;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.acceptance.Document;
import dev.jubelet.acceptance.TestRuntime;
import dev.jubelet.testkit.Await;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A real token lives ten minutes at least. Nearly all of that is waiting, so {@code ./dev test}
 * runs what has this tag beside all the rest.
 */
@Tag("patient")
final class TokenRenewalIT {
  /** The shortest life that the API server gives to a token; it is renewed after four fifths. */
  private static final Duration TOKEN_LIFE = Duration.ofMinutes(10);

  @ParameterizedTest
  @MethodSource("dev.jubelet.acceptance.cluster.ClusterParts#kubelets")
  void aTokenIsOfThisPodAndIsRenewedBeforeItExpires(KubeletKind kind) {
    try (RealCluster cluster = ClusterParts.sharedCluster()) {
      ClusterNode node = cluster.addNode(TestRuntime.CONTAINERD_2.choice());
      node.start(kind);
      Path file = ReaderPod.begin(node, cluster.kubectl()).resolve("token/token");
      String first = read(file);
      Document claims = claims(first);
      assertThat(claims.at("sub").text()).isEqualTo("system:serviceaccount:default:default");
      assertThat(claims.at("aud").items().getFirst().text()).isEqualTo("somebody");
      assertThat(claims.at("kubernetes.io", "pod", "name").text()).isEqualTo("reader");
      assertThat(claims.at("kubernetes.io", "node", "name").text()).isEqualTo(node.name());
      assertThat(claims.at("exp").number() - claims.at("iat").number())
          .isEqualTo(TOKEN_LIFE.toSeconds());
      Await.until("the token is another", TOKEN_LIFE, () -> !read(file).equals(first));
      assertThat(System.currentTimeMillis() / 1000)
          .as("renewed while the first was valid")
          .isLessThan(claims.at("exp").number());
      assertThat(claims(read(file)).at("exp").number()).isGreaterThan(claims.at("exp").number());
    }
  }

  private static Document claims(String token) {
    return Document.parse(
        new String(Base64.getUrlDecoder().decode(token.split("\\.", -1)[1]), UTF_8));
  }
}
