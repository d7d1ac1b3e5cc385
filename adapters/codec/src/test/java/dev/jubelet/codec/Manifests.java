package dev.jubelet.codec;

/** Manifests that more than one test reads. */
final class Manifests {
  private Manifests() {}

  static final String FULL =
      """
      apiVersion: v1
      kind: Pod
      metadata:
        name: web
        namespace: shop
        creationTimestamp: null
        labels: {app: web, tier: "1"}
        annotations:
          example.com/note: |
            two
            lines
      spec:
        restartPolicy: OnFailure
        terminationGracePeriodSeconds: 5
        hostAliases:
        - ip: 10.0.0.1
          hostnames: [db, db.example.com]
        securityContext:
          runAsUser: 1000
          fsGroup: 2000
          supplementalGroups: [1, 2]
          sysctls:
          - {name: net.ipv4.ip_forward, value: "1"}
        initContainers:
        - name: setup
          image: busybox:1.36
          command: [sh, -c, "echo hi"]
        - name: sidecar
          image: proxy@sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef
          restartPolicy: Always
          startupProbe:
            exec: {command: [ready]}
        containers:
        - &main
          name: main
          image: registry.example.com:5000/web:latest
          args: ["--port", "8080"]
          ports:
          - {name: http, containerPort: 8080, hostPort: 80}
          - {containerPort: 53, protocol: UDP}
          env:
          - {name: A, value: "1"}
          - name: NODE
            valueFrom: {fieldRef: {fieldPath: spec.nodeName}}
          - name: MEMORY
            valueFrom: {resourceFieldRef: {resource: limits.memory, divisor: 1Mi}}
          resources:
            limits: {cpu: 1.5, memory: 64Mi}
            requests: {cpu: 100m}
          livenessProbe:
            httpGet: {port: http}
            periodSeconds: 3
          readinessProbe:
            tcpSocket: {port: 8080}
            successThreshold: 2
          lifecycle:
            preStop: {sleep: {seconds: 1}}
          volumeMounts:
          - {name: scratch, mountPath: /scratch, subPath: a/b}
          - {name: host, mountPath: /host, readOnly: true}
          - {name: about, mountPath: /about}
        - <<: *main
          name: second
          image: second
          ports: []
        volumes:
        - name: scratch
        - name: host
          hostPath: {path: /var/lib/thing}
        - name: about
          downwardAPI:
            items:
            - {path: labels, fieldRef: {fieldPath: metadata.labels}}
            - {path: cpu, mode: 0400, resourceFieldRef: {containerName: main, resource: limits.cpu}}
      """;
}
