package dev.jubelet.acceptance.cluster;

import dev.jubelet.testkit.Await;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Objects that a test made in a control plane which others will use. Its nodes are gone. */
final class LeftObjects {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /** What would make pods again goes first. */
  private static final List<List<String>> MADE =
      List.of(
          List.of("cronjobs,jobs,deployments,statefulsets,daemonsets,replicasets"),
          List.of("pods"),
          List.of(
              "nodes,persistentvolumeclaims,persistentvolumes,storageclasses,runtimeclasses,"
                  + "certificatesigningrequests,secrets,poddisruptionbudgets"),
          List.of("services", "--field-selector=metadata.name!=kubernetes"),
          List.of("configmaps", "--field-selector=metadata.name!=kube-root-ca.crt"),
          List.of("serviceaccounts", "--field-selector=metadata.name!=default"));

  private LeftObjects() {}

  static void delete(Kubectl kubectl) {
    kubectl.attempt("delete", "events", "--all");
    Await.until(
        "all objects of the test are gone",
        PATIENCE,
        () -> {
          MADE.forEach(kinds -> delete(kubectl, kinds));
          return names(kubectl).isBlank();
        },
        () -> names(kubectl));
  }

  private static void delete(Kubectl kubectl, List<String> kinds) {
    List<String> words = new ArrayList<>(List.of("delete", "--force", "--grace-period=0"));
    words.addAll(List.of("--wait=false", "--ignore-not-found"));
    words.addAll(kinds);
    if (kinds.size() == 1) {
      words.add("--all");
    }
    kubectl.attempt(words.toArray(String[]::new));
  }

  private static String names(Kubectl kubectl) {
    StringBuilder left = new StringBuilder();
    for (List<String> kinds : MADE) {
      List<String> words = new ArrayList<>(List.of("get", "-o", "name"));
      words.addAll(kinds);
      left.append(kubectl.run(words.toArray(String[]::new)));
    }
    return left.toString();
  }
}
