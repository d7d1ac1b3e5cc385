package dev.jubelet.acceptance.cluster;

import dev.jubelet.app.host.LocalImages;

/** Pods that together ask a runtime for most of what the Go kubelet can ask. */
final class SocketPods {
  static final int HOST_PORT = 18088;

  private SocketPods() {}

  /** An init container, a sidecar and two containers, with a volume, a probe and a host port. */
  static String full() {
    return """
    apiVersion: v1
    kind: Pod
    metadata:
      name: full
    spec:
      terminationGracePeriodSeconds: 5
      initContainers:
      - name: first
        image: %1$s
        command: [/bin/sh, -c, "echo prepared; cp /config/page /www/index.html"]
        volumeMounts: [{name: www, mountPath: /www}, {name: config, mountPath: /config}]
      - name: beside
        image: %1$s
        restartPolicy: Always
        command: [/bin/sh, -c, "trap 'exit 0' TERM; while :; do sleep 3600 & wait; done"]
        startupProbe:
          exec: {command: [/bin/true]}
          periodSeconds: 1
      containers:
      - name: web
        image: %1$s
        command: [/bin/httpd, -f, -p, "8080", -h, /www]
        ports: [{name: http, containerPort: 8080, hostPort: %2$d}]
        readinessProbe:
          httpGet: {port: http, path: /index.html}
          periodSeconds: 1
        volumeMounts: [{name: www, mountPath: /www}]
      - name: talk
        image: %1$s
        stdin: true
        command:
        - /bin/sh
        - -c
        - "trap 'exit 0' TERM; echo begun; while read -r line; do echo you said $line; done;
           while :; do sleep 3600 & wait; done"
        readinessProbe:
          exec: {command: [/bin/test, -f, /config/page]}
          periodSeconds: 1
        volumeMounts: [{name: config, mountPath: /config}]
      volumes:
      - {name: www, emptyDir: {}}
      - {name: config, configMap: {name: pages}}
    """
        .formatted(LocalImages.BUSYBOX, HOST_PORT);
  }

  /** Is well in its second life only. */
  static String sick() {
    return """
    apiVersion: v1
    kind: Pod
    metadata:
      name: sick
    spec:
      terminationGracePeriodSeconds: 1
      containers:
      - name: main
        image: %s
        command:
        - /bin/sh
        - -c
        - "trap 'exit 3' TERM; test -e /lives/one && touch /lives/two; touch /lives/one;
           while :; do sleep 3600 & wait; done"
        livenessProbe:
          exec: {command: [/bin/test, -e, /lives/two]}
          periodSeconds: 1
          timeoutSeconds: 10
          failureThreshold: 2
        volumeMounts: [{name: lives, mountPath: /lives}]
      volumes:
      - {name: lives, emptyDir: {}}
    """
        .formatted(LocalImages.BUSYBOX);
  }

  /** Guaranteed, and busy enough to be measured. */
  static String limited() {
    return """
    apiVersion: v1
    kind: Pod
    metadata:
      name: limited
    spec:
      terminationGracePeriodSeconds: 1
      containers:
      - name: main
        image: %s
        command: [/bin/sh, -c, "while :; do i=$((i+1)); test $((i %% 5000)) = 0 && sleep 1; done"]
        resources:
          requests: {cpu: 100m, memory: 32Mi}
          limits: {cpu: 100m, memory: 32Mi}
    """
        .formatted(LocalImages.BUSYBOX);
  }

  static String job(String name, String command) {
    return """
    apiVersion: batch/v1
    kind: Job
    metadata:
      name: %1$s
    spec:
      backoffLimit: 0
      template:
        metadata:
          labels: {work: %1$s}
        spec:
          restartPolicy: Never
          containers:
          - name: main
            image: %2$s
            command: [/bin/sh, -c, "%3$s"]
    """
        .formatted(name, LocalImages.BUSYBOX, command);
  }
}
