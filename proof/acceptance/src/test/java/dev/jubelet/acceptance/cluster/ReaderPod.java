package dev.jubelet.acceptance.cluster;

import dev.jubelet.acceptance.Document;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A pod with files from a ConfigMap, a Secret and a token, looked at from outside. */
final class ReaderPod {
  private ReaderPod() {}

  /** A pod with all of them; its root directory as its processes see it. */
  static Path begin(ClusterNode node, Kubectl kubectl) {
    kubectl.run("create", "configmap", "settings", "--from-literal=key=0");
    kubectl.run("create", "secret", "generic", "hidden", "--from-literal=key=0");
    kubectl.apply(reader());
    kubectl.run("wait", "--for=condition=Ready", "pod/reader", "--timeout=150s");
    String id =
        kubectl
            .get("pod", "reader")
            .at("status", "containerStatuses")
            .items()
            .getFirst()
            .at("containerID")
            .text();
    Document seen = node.parts().crictl().inspectContainer(id.substring(id.indexOf("://") + 3));
    return Path.of("/proc", seen.at("info", "pid").text(), "root", "objects");
  }

  static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new AssertionError(file + " cannot be read", e);
    }
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
