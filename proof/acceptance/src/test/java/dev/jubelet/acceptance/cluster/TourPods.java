package dev.jubelet.acceptance.cluster;

import dev.jubelet.app.host.LocalImages;

/** The pods that {@link KubectlTourIT} walks by. */
final class TourPods {
  private TourPods() {}

  /**
   * A web server behind an init container, a talkative neighbour, and a readiness probe. Nothing
   * keeps the order of what is written to two streams, hence the pause of the neighbour.
   */
  static String web() {
    return """
    apiVersion: v1
    kind: Pod
    metadata:
      name: web
      labels: {app: web}
    spec:
      terminationGracePeriodSeconds: 2
      initContainers:
      - name: init
        image: %1$s
        command: [/bin/sh, -c, "echo prepared; echo welcome > /www/index.html"]
        volumeMounts: [{name: www, mountPath: /www}]
      containers:
      - name: main
        image: %1$s
        command: [/bin/httpd, -f, -p, "8080", -h, /www]
        ports: [{name: http, containerPort: 8080}]
        env: [{name: COLOUR, value: green}]
        readinessProbe:
          httpGet: {port: http, path: /index.html}
          periodSeconds: 1
        volumeMounts: [{name: www, mountPath: /www}]
      - name: side
        image: %1$s
        command:
        - /bin/sh
        - -c
        - |
          trap 'exit 0' TERM
          echo problem >&2
          sleep 1
          for i in 1 2 3 4 5 6 7 8 9 10; do echo line $i; done
          while :; do sleep 3600 & wait; done
        volumeMounts: [{name: www, mountPath: /data}]
      volumes:
      - name: www
        emptyDir: {}
    """
        .formatted(LocalImages.BUSYBOX);
  }

  /** Fails again and again. */
  static String crash() {
    return """
    apiVersion: v1
    kind: Pod
    metadata:
      name: crash
    spec:
      terminationGracePeriodSeconds: 2
      containers:
      - name: main
        image: %s
        command: [/bin/sh, -c, "echo last words; exit 3"]
    """
        .formatted(LocalImages.BUSYBOX);
  }

  /** Repeats what it is told. */
  static String parrot() {
    return """
    apiVersion: v1
    kind: Pod
    metadata:
      name: parrot
    spec:
      terminationGracePeriodSeconds: 2
      containers:
      - name: main
        image: %s
        stdin: true
        command:
        - /bin/sh
        - -c
        - "trap 'exit 0' TERM; while read -r line; do echo you said $line; done; sleep 3600 & wait"
    """
        .formatted(LocalImages.BUSYBOX);
  }

  /** Counts to three, slowly, and is done. */
  static String counter() {
    return """
    apiVersion: v1
    kind: Pod
    metadata:
      name: counter
    spec:
      restartPolicy: Never
      containers:
      - name: main
        image: %s
        command: [/bin/sh, -c, "for i in 1 2 3; do echo count $i; sleep 1; done"]
    """
        .formatted(LocalImages.BUSYBOX);
  }

  static String deployment(String name, int replicas) {
    return """
    apiVersion: apps/v1
    kind: Deployment
    metadata:
      name: %1$s
    spec:
      replicas: %2$d
      selector:
        matchLabels: {app: %1$s}
      template:
        metadata:
          labels: {app: %1$s}
        spec:
          terminationGracePeriodSeconds: 5
          containers:
    %3$s---
    """
        .formatted(name, replicas, Manifests.container("echo begun").indent(6));
  }
}
