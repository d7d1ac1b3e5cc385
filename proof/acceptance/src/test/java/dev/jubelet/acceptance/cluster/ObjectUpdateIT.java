package dev.jubelet.acceptance.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.acceptance.Document;
import dev.jubelet.acceptance.Eventually;
import dev.jubelet.acceptance.RealParts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Changed objects reach the files of running containers. */
final class ObjectUpdateIT {
  /** The shortest life that the API server gives to a token; it is renewed after four fifths. */
  private static final Duration TOKEN_LIFE = Duration.ofSeconds(600);

  private static final int ROUNDS = 5;

  @ParameterizedTest
  @MethodSource("dev.jubelet.acceptance.cluster.ClusterParts#kubelets")
  void aChangeIsInTheContainerInTime(KubeletKind kind) {
    try (RealCluster cluster = ClusterParts.cluster()) {
      ClusterNode node = cluster.addNode(RealParts.currentContainerd());
      node.start(kind);
      Kubectl kubectl = cluster.kubectl();
      Path inside = begin(node, kubectl);
      assertThat(read(inside.resolve("config/key"))).isEqualTo("0");
      assertThat(read(inside.resolve("secret/key"))).isEqualTo("0");
      assertThat(inside.resolve("config/later")).doesNotExist();
      int rounds = kind == KubeletKind.JUBELET ? ROUNDS : 1;
      for (int round = 1; round <= rounds; round++) {
        String value = Integer.toString(round);
        kubectl.run(
            "patch", "configmap", "settings", "-p", "{\"data\":{\"key\":\"" + value + "\"}}");
        kubectl.run(
            "patch", "secret", "hidden", "-p", "{\"stringData\":{\"key\":\"" + value + "\"}}");
        await(kind, inside.resolve("secret/key"), value);
        await(kind, inside.resolve("config/key"), value);
      }
      kubectl.run("create", "configmap", "optional", "--from-literal=later=here");
      await(kind, inside.resolve("optional/later"), "here");
      assertThat(
              kubectl
                  .get("pod", "reader")
                  .at("status", "containerStatuses")
                  .items()
                  .getFirst()
                  .at("restartCount")
                  .number())
          .isZero();
    }
  }

  @ParameterizedTest
  @MethodSource("dev.jubelet.acceptance.cluster.ClusterParts#kubelets")
  @Tag("long")
  void aTokenIsOfThisPodAndIsRenewedBeforeItExpires(KubeletKind kind) {
    try (RealCluster cluster = ClusterParts.cluster()) {
      ClusterNode node = cluster.addNode(RealParts.currentContainerd());
      node.start(kind);
      Path file = begin(node, cluster.kubectl()).resolve("token/token");
      String first = read(file);
      Document claims = claims(first);
      assertThat(claims.at("sub").text()).isEqualTo("system:serviceaccount:default:default");
      assertThat(claims.at("aud").items().getFirst().text()).isEqualTo("somebody");
      assertThat(claims.at("kubernetes.io", "pod", "name").text()).isEqualTo("reader");
      assertThat(claims.at("kubernetes.io", "node", "name").text()).isEqualTo(node.name());
      assertThat(claims.at("exp").number() - claims.at("iat").number())
          .isEqualTo(TOKEN_LIFE.toSeconds());
      Eventually.until("the token is another", TOKEN_LIFE, () -> !read(file).equals(first));
      assertThat(System.currentTimeMillis() / 1000)
          .as("renewed while the first was valid")
          .isLessThan(claims.at("exp").number());
      assertThat(claims(read(file)).at("exp").number()).isGreaterThan(claims.at("exp").number());
    }
  }

  /** A pod with all of them; its root directory as its processes see it. */
  private static Path begin(ClusterNode node, Kubectl kubectl) {
    kubectl.run("create", "configmap", "settings", "--from-literal=key=0");
    kubectl.run("create", "secret", "generic", "hidden", "--from-literal=key=0");
    kubectl.apply(reader());
    kubectl.run("wait", "--for=condition=Ready", "pod/reader", "--timeout=60s");
    String id =
        kubectl
            .get("pod", "reader")
            .at("status", "containerStatuses")
            .items()
            .getFirst()
            .at("containerID")
            .text();
    Document seen = node.parts().crictl().inspectContainer(id.substring("containerd://".length()));
    return Path.of("/proc", seen.at("info", "pid").text(), "root", "objects");
  }

  private static void await(KubeletKind kind, Path file, String value) {
    Duration limit =
        switch (kind) {
          // Its files follow with the next regular look at the pod.
          case GO -> Duration.ofSeconds(120);
          case JUBELET -> Duration.ofSeconds(1);
        };
    long begun = System.nanoTime();
    Eventually.until(
        file + " has " + value,
        limit,
        () -> Files.exists(file) && read(file).equals(value),
        () -> Files.exists(file) ? read(file) : "absent");
    System.out.printf("%s: %s after %d ms%n", kind, file, (System.nanoTime() - begun) / 1_000_000);
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new AssertionError(file + " cannot be read", e);
    }
  }

  private static Document claims(String token) {
    return Document.parse(
        new String(Base64.getUrlDecoder().decode(token.split("\\.", -1)[1]), UTF_8));
  }

  private static String reader() {
    return """
    apiVersion: v1
    kind: Pod
    metadata:
      name: reader
    spec:
      terminationGracePeriodSeconds: 2
      containers:
    %s
        volumeMounts:
        - {name: config, mountPath: /objects/config}
        - {name: secret, mountPath: /objects/secret}
        - {name: optional, mountPath: /objects/optional}
        - {name: token, mountPath: /objects/token}
      volumes:
      - name: config
        configMap: {name: settings}
      - name: secret
        secret: {secretName: hidden}
      - name: optional
        configMap: {name: optional, optional: true}
      - name: token
        projected:
          sources:
          - serviceAccountToken: {path: token, audience: somebody, expirationSeconds: 600}
    """
        .formatted(Manifests.container("true").indent(2).stripTrailing());
  }
}
