package dev.jubelet.acceptance.cluster;

import dev.jubelet.app.host.LocalImages;

/** Small pods. */
final class Manifests {
  private Manifests() {}

  /** Runs a command and then waits to be ended, which it obeys at once. */
  static String sleeper(String name, String command) {
    return pod(name, "", command);
  }

  static String onNode(String name, String node, String command) {
    return pod(name, "nodeName: " + node, command);
  }

  /** The container of every pod here, indented to its place in a pod. */
  static String container(String command) {
    return """
    - name: main
      image: %s
      imagePullPolicy: IfNotPresent
      command:
      - /bin/sh
      - -c
      - "trap 'exit 0' TERM; %s; while :; do sleep 3600 & wait; done"
    """
        .formatted(LocalImages.BUSYBOX, command.replace("\\", "\\\\").replace("\"", "\\\""));
  }

  private static String pod(String name, String more, String command) {
    return """
    apiVersion: v1
    kind: Pod
    metadata:
      name: %s
    spec:
      %s
      terminationGracePeriodSeconds: 5
      containers:
    %s---
    """
        .formatted(name, more, container(command).indent(2));
  }
}
