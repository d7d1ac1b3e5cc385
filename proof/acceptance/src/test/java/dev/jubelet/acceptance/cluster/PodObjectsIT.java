package dev.jubelet.acceptance.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.acceptance.Document;
import dev.jubelet.acceptance.LocalRegistry;
import dev.jubelet.acceptance.RealNode;
import dev.jubelet.acceptance.RealParts;
import dev.jubelet.acceptance.TestRuntime;
import dev.jubelet.testkit.Await;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a pod of a cluster refers to, with the rights that a node has there and no more. */
final class PodObjectsIT {
  private static final Duration SOON = Duration.ofSeconds(30);

  @ParameterizedTest
  @MethodSource("dev.jubelet.acceptance.cluster.ClusterParts#kubelets")
  void aPodWaitsForWhatIsMissingAndHasAllOfItThen(KubeletKind kind) {
    try (RealCluster cluster = ClusterParts.sharedCluster()) {
      ClusterNode node = cluster.addNode(TestRuntime.CONTAINERD_2.choice());
      Kubectl kubectl = cluster.kubectl();
      kubectl.apply("{apiVersion: v1, kind: Node, metadata: {name: %s}}".formatted(node.name()));
      node.launch(kind);
      node.kubelet().awaitHealthy(Duration.ofSeconds(60));
      Path disk = node.parts().directory().resolve("disk");
      kubectl.apply(storage(disk, node.name()));
      kubectl.run("create", "service", "clusterip", "web-shop", "--tcp=80:80");
      kubectl.apply(pod(node.name()));
      Await.until("it waits for its claim", SOON, () -> claimPhase(kubectl).equals("Bound"));
      make(disk);
      kubectl.run("create", "configmap", "settings", "--from-literal=key=0");
      Await.until(
          "it waits for its secret",
          SOON,
          () -> waiting(kubectl).equals("CreateContainerConfigError secret \"hidden\" not found"),
          () -> waiting(kubectl) + node.kubelet().lastLines(40));
      kubectl.run("create", "secret", "generic", "hidden", "--from-literal=key=s3cret");
      kubectl.run("wait", "--for=condition=Ready", "pod/reader", "--timeout=150s");
      long pid = pid(node, kubectl);
      Path inside = Path.of("/proc", Long.toString(pid), "root", "objects");
      assertThat(read(Path.of("/proc", Long.toString(pid), "environ")).split("\0", -1))
          .contains("HIDDEN=s3cret", "KUBERNETES_SERVICE_PORT=443", "WEB_SHOP_PORT_80_TCP_PORT=80");
      assertThat(read(inside.resolve("config/key"))).isEqualTo("0");
      Document claims = claims(read(inside.resolve("token/token")));
      assertThat(claims.at("kubernetes.io", "pod", "name").text()).isEqualTo("reader");
      assertThat(read(inside.resolve("token/ca.crt"))).contains("BEGIN CERTIFICATE");
      kubectl.run("patch", "configmap", "settings", "-p", "{\"data\":{\"key\":\"1\"}}");
      Await.until(
          "the file has changed",
          kind == KubeletKind.JUBELET ? Duration.ofSeconds(1) : Duration.ofSeconds(120),
          () -> read(inside.resolve("config/key")).equals("1"));
      assertThat(node.kubelet().lastLines(10_000)).doesNotContain("s3cret");
      kubectl.run("delete", "pod", "reader", "--timeout=150s");
      node.kubelet().terminate();
    }
  }

  @ParameterizedTest
  @MethodSource("dev.jubelet.acceptance.cluster.ClusterParts#kubelets")
  void aSecretOfTheServiceAccountOpensTheRegistryAndOneThatIsMissingKeepsNobodyOut(
      KubeletKind kind) {
    try (RealCluster cluster = ClusterParts.sharedCluster()) {
      ClusterNode node = cluster.addNode(TestRuntime.CONTAINERD_2.choice());
      Kubectl kubectl = cluster.kubectl();
      node.start(kind);
      RealNode machine = node.parts();
      Path registry = machine.directory().resolve("registry");
      try (LocalRegistry open =
          LocalRegistry.start(RealParts.registry(), machine.namespace(), registry)) {
        open.push(machine.directory().resolve("images/busybox.tar"), "team/app");
        kubectl.run(
            "create",
            "secret",
            "docker-registry",
            "door",
            "--docker-server=" + LocalRegistry.ADDRESS,
            "--docker-username=" + LocalRegistry.USER,
            "--docker-password=" + LocalRegistry.PASSWORD);
        kubectl.run(
            "patch",
            "serviceaccount",
            "default",
            "-p",
            "{\"imagePullSecrets\":[{\"name\":\"absent\"},{\"name\":\"door\"}]}");
        kubectl.apply(guarded());
        kubectl.run("wait", "--for=condition=Ready", "pod/guarded", "--timeout=150s");
      }
      assertThat(LocalRegistry.pulls(registry, "team/app")).isEqualTo(1);
      Await.until(
          "the missing secret is told",
          SOON,
          () ->
              kubectl
                  .run("get", "events", "-o", "jsonpath={.items[*].message}")
                  .contains("Unable to retrieve some image pull secrets (absent); "));
      Document sandbox = machine.crictl().sandboxes().getFirst();
      assertThat(sandbox.at("runtimeHandler").text()).isEqualTo("runc");
      assertThat(node.kubelet().lastLines(10_000)).doesNotContain(LocalRegistry.PASSWORD);
    }
  }

  private static String guarded() {
    return """
    apiVersion: node.k8s.io/v1
    kind: RuntimeClass
    metadata: {name: plain}
    handler: runc
    ---
    apiVersion: v1
    kind: Pod
    metadata: {name: guarded}
    spec:
      runtimeClassName: plain
      terminationGracePeriodSeconds: 2
      containers:
      - name: main
        image: %s/team/app:1
        imagePullPolicy: Always
        command: [/bin/sleep, "3600"]
    """
        .formatted(LocalRegistry.ADDRESS);
  }

  private static void make(Path disk) {
    try {
      Files.createDirectories(disk);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String claimPhase(Kubectl kubectl) {
    return kubectl.get("pvc", "data").at("status", "phase").text();
  }

  private static String waiting(Kubectl kubectl) {
    return kubectl
        .run(
            "get",
            "pod",
            "reader",
            "-o",
            "jsonpath={.status.containerStatuses[0].state.waiting.reason}"
                + " {.status.containerStatuses[0].state.waiting.message}")
        .strip();
  }

  private static long pid(ClusterNode node, Kubectl kubectl) {
    String id =
        kubectl
            .get("pod", "reader")
            .at("status", "containerStatuses")
            .items()
            .getFirst()
            .at("containerID")
            .text();
    Document seen = node.parts().crictl().inspectContainer(id.substring(id.indexOf("://") + 3));
    return Long.parseLong(seen.at("info", "pid").text());
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

  private static String storage(Path disk, String node) {
    return """
    apiVersion: v1
    kind: PersistentVolume
    metadata: {name: disk}
    spec:
      capacity: {storage: 1Gi}
      accessModes: [ReadWriteOnce]
      storageClassName: ""
      local: {path: %s}
      nodeAffinity:
        required:
          nodeSelectorTerms:
          - matchExpressions: [{key: kubernetes.io/hostname, operator: In, values: [%s]}]
    ---
    apiVersion: v1
    kind: PersistentVolumeClaim
    metadata: {name: data}
    spec:
      accessModes: [ReadWriteOnce]
      storageClassName: ""
      resources: {requests: {storage: 1Gi}}
    """
        .formatted(disk, node);
  }

  private static String pod(String node) {
    return """
    apiVersion: v1
    kind: Pod
    metadata: {name: reader}
    spec:
      nodeName: %s
      terminationGracePeriodSeconds: 2
      containers:
    %s
        env:
        - {name: HIDDEN, valueFrom: {secretKeyRef: {name: hidden, key: key}}}
        volumeMounts:
        - {name: config, mountPath: /objects/config}
        - {name: token, mountPath: /objects/token}
        - {name: data, mountPath: /objects/data}
      volumes:
      - name: config
        configMap: {name: settings}
      - name: data
        persistentVolumeClaim: {claimName: data}
      - name: token
        projected:
          sources:
          - serviceAccountToken: {path: token, audience: somebody, expirationSeconds: 600}
          - configMap: {name: kube-root-ca.crt}
    """
        .formatted(node, Manifests.container("true").indent(2).stripTrailing());
  }
}
