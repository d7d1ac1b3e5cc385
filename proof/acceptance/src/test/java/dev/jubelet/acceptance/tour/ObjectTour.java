package dev.jubelet.acceptance.tour;

import static dev.jubelet.acceptance.tour.Expectation.containing;
import static dev.jubelet.acceptance.tour.Expectation.is;
import static dev.jubelet.acceptance.tour.Expectation.like;
import static dev.jubelet.acceptance.tour.Expectation.without;

import java.util.List;

/** What pods get from ConfigMaps, from Secrets and from what is known about themselves. */
final class ObjectTour {
  private static final String LATER =
      """
      apiVersion: v1
      kind: ConfigMap
      metadata: {name: env-written-later}
      data: {word: it}
      """;
  private static final String PASSWORD = "open sesame";

  private ObjectTour() {}

  static List<Example> examples() {
    return List.of(envFrom(), configMap(), secret(), downwardApi(), projected());
  }

  private static Example configMap() {
    Example example = Example.of("config-map");
    return example
        .prints(
            "all keys: colour raw shape ",
            "some keys: form , mode 440",
            "raw has 3 bytes",
            "colour is blue")
        .check("the file on the node", pod -> file(pod, "configmap", "all/colour"), is("blue"))
        .mount("/palette", like(".* /palette ro.*"))
        .pod("config-map-missing")
        .phase("Pending")
        .state("state/waiting/reason", "ContainerCreating")
        .edit("colour: blue", "colour: green")
        .pod("config-map")
        .prints("colour is green")
        .state("restartCount", "0")
        .check("the file on the node", pod -> file(pod, "configmap", "all/colour"), is("green"));
  }

  private static Example envFrom() {
    return Example.of("env-from")
        .prints(
            "COLOUR=red",
            "SIZE=small wins, since env counts more than envFrom",
            "LOGIN_USER=admin",
            "ONE=red",
            "BOTH=red admin")
        .printed(without("ABSENT"))
        .inspect("info/config/envs/key=LOGIN_USER/value", "admin")
        .pod("env-from-missing")
        .state("state/waiting/reason", "CreateContainerConfigError")
        .state("state/waiting/message", containing("env-written-later"))
        .then("write the missing ConfigMap", node -> node.drop("env-later", LATER))
        .prints("found it")
        .phase("Running")
        .then("remove it again", node -> node.remove("env-later"));
  }

  private static Example secret() {
    return Example.of("secret")
        .prints("user is admin, the password has 11 characters", "mode 400")
        .mount("/login", containing(" - tmpfs "))
        .check("the file on the node", pod -> file(pod, "secret", "login/password"), is(PASSWORD))
        .check(
            "the node's log", pod -> pod.view().node().kubelet().lastLines(5000), without(PASSWORD))
        .outside(
            "crictl inspect", container -> container.inspected().toString(), without(PASSWORD));
  }

  private static Example downwardApi() {
    return Example.of("downward-api")
        .prints(
            "app=\"tour\"",
            "tier=\"front\"",
            "note=\"two words\"",
            "name downward-api-node-under-test, request 50 thousandths, limit 33554432 bytes")
        .check(
            "the file on the node",
            pod -> file(pod, "downward-api", "about/name"),
            is("downward-api-node-under-test"));
  }

  private static Example projected() {
    return Example.of("projected")
        .prints("level high, token abcdef, pod projected-node-under-test")
        .mount("/all", containing(" - tmpfs "))
        .check("the file on the node", pod -> file(pod, "projected", "all/token"), is("abcdef"));
  }

  private static String file(PodView pod, String kind, String path) {
    return ContainerView.read(
        pod.directory().resolve("volumes/kubernetes.io~" + kind).resolve(path));
  }
}
