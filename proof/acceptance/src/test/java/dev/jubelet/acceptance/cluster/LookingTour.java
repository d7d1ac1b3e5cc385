package dev.jubelet.acceptance.cluster;

import java.util.List;

/** get, describe, events, labels, and the node seen through the API server. */
final class LookingTour {
  private final KubectlScript script;
  private final String node;

  private final String runtime;

  /**
   * @param runtime as a node's object calls it
   */
  LookingTour(KubectlScript script, String node, String runtime) {
    this.script = script;
    this.node = node;
    this.runtime = runtime;
  }

  void run() {
    pods();
    describe();
    node();
    throughTheApiServer();
  }

  private void pods() {
    script.shows(List.of("web", "2/2", "Running"), "get", "pods");
    script.shows(List.of("10.90.1.", node), "get", "pod", "web", "-o", "wide");
    script.says("web", "get", "pods", "-l", "app=web", "-o", "jsonpath={.items[*].metadata.name}");
    script.says("Running", "get", "pods", "web", "-o", "jsonpath={.status.phase}");
    script.says(
        "True True True True True",
        "get",
        "pod",
        "web",
        "-o",
        "jsonpath={.status.conditions[?(@.type=='PodReadyToStartContainers')].status} "
            + "{.status.conditions[?(@.type=='Initialized')].status} "
            + "{.status.conditions[?(@.type=='ContainersReady')].status} "
            + "{.status.conditions[?(@.type=='Ready')].status} "
            + "{.status.conditions[?(@.type=='PodScheduled')].status}");
    script.says("BestEffort", "get", "pod", "web", "-o", "jsonpath={.status.qosClass}");
    script.fails(1, "NotFound", "get", "pod", "nobody");
  }

  private void describe() {
    script.shows(
        List.of(
            "Node:             " + node,
            "Status:           Running",
            "COLOUR:  green",
            "http-get http://:http/index.html",
            "Reason:       Completed",
            "Created",
            "Started"),
        "describe",
        "pod",
        "web");
    script.comesToShow(List.of("Exit Code:    3", "BackOff"), "describe", "pod", "crash");
    script.comesToShow(
        List.of("Scheduled", "Pulled", "Created", "Started"), "events", "--for", "pod/web");
    script.comesToShow(
        List.of("Back-off restarting failed container"),
        "get",
        "events",
        "--field-selector",
        "involvedObject.name=crash,reason=BackOff");
  }

  private void node() {
    script.shows(List.of(node, "Ready"), "get", "nodes");
    script.shows(List.of("10.99.0.1", runtime + "://"), "get", "node", node, "-o", "wide");
    script.shows(
        List.of("KubeletReady", "KubeletHasSufficientMemory", "cpu:", "memory:", "pods:"),
        "describe",
        "node",
        node);
    script.comesToShow(List.of(node), "get", "lease", "-n", "kube-node-lease");
    script.says(node, "get", "csinode", "-o", "jsonpath={.items[0].metadata.name}");
    script.says("250", "get", "node", node, "-o", "jsonpath={.status.allocatable.pods}");
    script.says(
        "10250",
        "get",
        "node",
        node,
        "-o",
        "jsonpath={.status.daemonEndpoints.kubeletEndpoint.Port}");
    script.says("node/" + node + " labeled", "label", "node", node, "disk=fast");
    script.shows(List.of(node), "get", "nodes", "-l", "disk=fast,kubernetes.io/os=linux");
    script.says("pod/web annotated", "annotate", "pod", "web", "note=seen");
  }

  private void throughTheApiServer() {
    String proxy = "/api/v1/nodes/" + node + "/proxy";
    script.says("ok", "get", "--raw", proxy + "/healthz");
    script.shows(
        List.of("\"kind\":\"PodList\"", "\"name\":\"web\""), "get", "--raw", proxy + "/pods");
    script.shows(List.of("\"maxPods\":250"), "get", "--raw", proxy + "/configz");
    script.shows(List.of("kubelet_"), "get", "--raw", proxy + "/metrics");
    script.shows(
        List.of("welcome"),
        "get",
        "--raw",
        "/api/v1/namespaces/default/pods/web:8080/proxy/index.html");
  }
}
