package dev.jubelet.acceptance.cluster;

import java.util.List;

/** Deployments that change, and a node that is emptied. */
final class RolloutTour {
  private final KubectlScript script;
  private final String node;

  RolloutTour(KubectlScript script, String node) {
    this.script = script;
    this.node = node;
  }

  void run() {
    script.fed(TourPods.deployment("shop", 3), "deployment.apps/shop created", "create", "-f", "-");
    done();
    script.says("3", "get", "deployment", "shop", "-o", "jsonpath={.status.readyReplicas}");
    script.does("set", "env", "deployment/shop", "VERSION=2");
    done();
    script.says("2", "exec", "deployment/shop", "--", "sh", "-c", "echo $VERSION");
    script.shows(List.of("1", "2"), "rollout", "history", "deployment/shop");
    script.says("deployment.apps/shop rolled back", "rollout", "undo", "deployment/shop");
    done();
    script.says("none", "exec", "deployment/shop", "--", "sh", "-c", "echo ${VERSION:-none}");
    script.says("deployment.apps/shop restarted", "rollout", "restart", "deployment/shop");
    done();
    script.says("deployment.apps/shop scaled", "scale", "deployment/shop", "--replicas=5");
    done();
    script.shows(List.of("begun"), "logs", "deployment/shop");
    script.says("service/shop exposed", "expose", "deployment/shop", "--port=80");
    drain();
    script.does("delete", "service,deployment", "shop");
    script.does("wait", "--for=delete", "pod", "-l", "app=shop", "--timeout=150s");
  }

  private void done() {
    script.shows(
        List.of("successfully rolled out"),
        "rollout",
        "status",
        "deployment/shop",
        "--timeout=120s");
  }

  private void drain() {
    script.says("node/" + node + " cordoned", "cordon", node);
    script.shows(List.of("SchedulingDisabled"), "get", "node", node);
    script.shows(
        List.of("node/" + node + " drained"),
        "drain",
        node,
        "--force",
        "--delete-emptydir-data",
        "--ignore-daemonsets",
        "--timeout=120s");
    script.says(
        "", "get", "pods", "-o", "jsonpath={.items[?(@.status.phase=='Running')].metadata.name}");
    script.says("node/" + node + " uncordoned", "uncordon", node);
    done();
  }
}
