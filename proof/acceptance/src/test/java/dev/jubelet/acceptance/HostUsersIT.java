package dev.jubelet.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.acceptance.host.MachineLock;
import dev.jubelet.acceptance.host.NodeNamespace;
import dev.jubelet.acceptance.host.Tool;
import dev.jubelet.app.host.RunDirectory;
import dev.jubelet.linux.mount.MountTable;
import dev.jubelet.linux.process.ProcessTable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code hostUsers: false}, from a manifest to what the container sees. */
final class HostUsersIT {
  private static final String MANIFEST =
      """
      apiVersion: v1
      kind: Pod
      metadata: {name: own-users, labels: {app: x}}
      spec:
        hostUsers: false
        restartPolicy: Never
        terminationGracePeriodSeconds: 1
        securityContext: {fsGroup: 2000}
        volumes:
          - {name: data, emptyDir: {}}
          - {name: memory, emptyDir: {medium: Memory}}
          - name: info
            downwardAPI:
              items: [{path: labels, fieldRef: {fieldPath: metadata.labels}}]
        containers:
          - name: main
            image: localhost/busybox:1
            imagePullPolicy: IfNotPresent
            volumeMounts:
              - {name: data, mountPath: /data}
              - {name: memory, mountPath: /memory}
              - {name: info, mountPath: /info}
            command:
              - sh
              - -c
              - |
                echo "map $(cat /proc/self/uid_map | tr -s ' ')"
                touch /data/x /memory/x && echo "root $(id -u)"
                echo "owners $(stat -c %u:%g /data /memory /etc/hosts /info/labels | tr '\\n' ' ')"
                cat /info/labels
      """;

  @Test
  void podOfAManifestHasUsersOfItsOwn(@TempDir Path temp) throws Exception {
    RealParts.requireRoot();
    Path manifest = Files.writeString(temp.resolve("pod.yaml"), MANIFEST);
    try (MachineLock _ = MachineLock.take("jubelet-run");
        NodeNamespace namespace = NodeNamespace.create(temp.resolve("net"), "10.99.0.1")) {
      Tool.Result result =
          namespace
              .in(Parts.repository().resolve("jubelet").toString(), "run", manifest.toString())
              .within(Duration.ofMinutes(5))
              .attempt();
      assertThat(result.exit()).as(result.out() + result.err()).isZero();
      // The node's ranges begin behind the users that are there without pods.
      assertThat(result.out()).containsPattern("map  0 [1-9][0-9]{4,} 65536");
      assertThat(result.out()).contains("root 0", "owners 0:2000 0:2000 0:0 0:2000", "app=\"x\"");
      assertThat(ProcessTable.mentioning(RunDirectory.BASE + "/run-")).isEmpty();
      assertThat(MountTable.read().beneath(RunDirectory.BASE)).isEmpty();
    }
  }
}
