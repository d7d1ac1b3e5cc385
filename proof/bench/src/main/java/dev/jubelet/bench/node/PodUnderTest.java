package dev.jubelet.bench.node;

import dev.jubelet.app.host.LocalImages;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The pod that is started both ways: one busybox container that marks its start by making a file on
 * a hostPath, and then waits to be told to end.
 */
public final class PodUnderTest {
  private PodUnderTest() {}

  public static List<String> names(String prefix, int count) {
    return IntStream.range(0, count).mapToObj(i -> prefix + i).toList();
  }

  public static String manifest(String name, Path marks) {
    return """
    apiVersion: v1
    kind: Pod
    metadata:
      name: %1$s
      namespace: default
    spec:
      terminationGracePeriodSeconds: 1
      containers:
      - name: main
        image: %2$s
        imagePullPolicy: IfNotPresent
        command:
        - /bin/busybox
        - sh
        - -c
        - "trap 'exit 0' TERM; : > /marks/%1$s; while :; do /bin/busybox sleep 3600 & wait; done"
        volumeMounts:
        - name: marks
          mountPath: /marks
      volumes:
      - name: marks
        hostPath:
          path: %3$s
    """
        .formatted(name, LocalImages.BUSYBOX, marks);
  }
}
