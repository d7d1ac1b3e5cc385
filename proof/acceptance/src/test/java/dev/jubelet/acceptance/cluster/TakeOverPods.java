package dev.jubelet.acceptance.cluster;

import dev.jubelet.app.host.LocalImages;

/** Pods that use what two kubelets could see differently. */
final class TakeOverPods {
  private TakeOverPods() {}

  static String all() {
    return """
    apiVersion: v1
    kind: Pod
    metadata:
      name: objects
    spec:
      terminationGracePeriodSeconds: 2
      containers:
    %2$s
        env:
        - name: KEY
          valueFrom: {configMapKeyRef: {name: settings, key: key}}
        - name: NODE
          valueFrom: {fieldRef: {fieldPath: spec.nodeName}}
        volumeMounts:
        - {name: config, mountPath: /config}
        - {name: secret, mountPath: /secret}
        - {name: part, mountPath: /part, subPath: inner}
        - {name: labels, mountPath: /labels}
      volumes:
      - {name: config, configMap: {name: settings}}
      - {name: secret, secret: {secretName: hidden}}
      - {name: part, emptyDir: {medium: Memory, sizeLimit: 8Mi}}
      - name: labels
        downwardAPI:
          items: [{path: name, fieldRef: {fieldPath: metadata.name}}]
    ---
    apiVersion: v1
    kind: Pod
    metadata:
      name: limited
    spec:
      terminationGracePeriodSeconds: 2
      securityContext: {runAsUser: 1000, fsGroup: 2000}
      containers:
    %2$s
        resources:
          requests: {cpu: 50m, memory: 32Mi}
          limits: {cpu: 100m, memory: 32Mi}
        livenessProbe:
          exec: {command: [/bin/true]}
          periodSeconds: 2
        startupProbe:
          exec: {command: [/bin/true]}
          periodSeconds: 1
        lifecycle:
          preStop: {exec: {command: [/bin/true]}}
    ---
    apiVersion: v1
    kind: Pod
    metadata:
      name: sidecar
    spec:
      terminationGracePeriodSeconds: 2
      initContainers:
      - name: before
        image: %1$s
        command: [/bin/true]
      - name: beside
        image: %1$s
        restartPolicy: Always
        command: [/bin/sh, -c, "trap 'exit 0' TERM; while :; do sleep 3600 & wait; done"]
      containers:
    %2$s
    ---
    apiVersion: v1
    kind: Pod
    metadata:
      name: host
    spec:
      hostNetwork: true
      hostPID: true
      terminationGracePeriodSeconds: 2
      containers:
    %2$s
    ---
    """
        .formatted(LocalImages.BUSYBOX, Manifests.container("true").indent(2).stripTrailing());
  }
}
