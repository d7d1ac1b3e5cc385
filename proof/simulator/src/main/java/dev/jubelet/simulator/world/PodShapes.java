package dev.jubelet.simulator.world;

import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.pod.PodSpec;
import dev.jubelet.testkit.Pods;
import dev.jubelet.testkit.runtime.ContainerScript;
import dev.jubelet.testkit.runtime.ExecAnswer;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/** The pods that people bring to a simulated node; their images tell how their processes behave. */
public final class PodShapes {
  private static final String SIDECAR = "    restartPolicy: Always\n";
  private static final String POST_START =
      "    lifecycle: {postStart: {exec: {command: [after]}}}\n";
  private static final String PRE_STOP = "    lifecycle: {preStop: {exec: {command: [before]}}}\n";
  private static final String POST_START_SLEEP =
      "    lifecycle: {postStart: {sleep: {seconds: 4}}}\n";
  private static final String PRE_STOP_SLEEP = "    lifecycle: {preStop: {sleep: {seconds: 3}}}\n";
  private static final String ASKS_ALL =
      """
          restartPolicy: Never
          restartPolicyRules:
          - {action: RestartAllContainers, exitCodes: {operator: In, values: [42]}}
      """;

  private static final Map<PodSpec, PodSpec> EDITS = new HashMap<>();

  /** All that are on the node from the beginning. */
  static final List<String> IMAGES =
      Stream.of(
              "forever",
              "stays",
              "crash",
              "flaky",
              "done",
              "fails",
              "stubborn",
              "slowstop",
              "startfails",
              "oom",
              "hooked",
              "asksall")
          .map(name -> "localhost/" + name + ":1")
          .toList();

  private static final List<Pod> SHAPES =
      List.of(
          shape(10, "Always", containers("forever")),
          shape(30, "Always", containers("forever", "forever", "forever")),
          shape(5, "Always", containers("crash")),
          shape(5, "Always", containers("forever", "crash", "flaky")),
          shape(5, "OnFailure", containers("flaky")),
          shape(5, "OnFailure", containers("done", "flaky")),
          shape(5, "OnFailure", containers("stays")),
          shape(5, "OnFailure", containers("forever", "done")),
          shape(5, "Never", containers("done")),
          shape(5, "Never", containers("fails", "forever")),
          shape(8, "Always", containers("stubborn")),
          shape(20, "Always", containers("slowstop", "forever")),
          shape(5, "Always", containers("startfails")),
          shape(5, "Always", containers("oom")),
          shape(5, "Always", containers("pulled", "forever")),
          shape(5, "Always", containers("missing", "forever")),
          shape(5, "Always", "  hostNetwork: true\n" + containers("forever")),
          shape(
              5,
              "Always",
              "  volumes:\n  - name: data\n    emptyDir: {}\n" + mounting("forever", "crash")),
          shape(
              5,
              "Always",
              "  initContainers:\n"
                  + container("i0", "done")
                  + container("i1", "flaky")
                  + containers("forever", "crash")),
          shape(
              5, "Never", "  initContainers:\n" + container("i0", "fails") + containers("forever")),
          shape(
              20,
              "Always",
              "  initContainers:\n"
                  + container("s0", "forever", SIDECAR)
                  + container("i1", "done")
                  + container("s2", "flaky", SIDECAR)
                  + containers("forever", "crash")),
          shape(
              12,
              "Never",
              "  initContainers:\n"
                  + container("s0", "slowstop", SIDECAR)
                  + container("s1", "hooked", SIDECAR, PRE_STOP)
                  + containers("done", "slowstop")),
          shape(
              15,
              "Always",
              "  initContainers:\n"
                  + container("s0", "hooked", SIDECAR, POST_START)
                  + "  containers:\n"
                  + container("c0", "hooked", PRE_STOP)
                  + container("c1", "stubborn", PRE_STOP_SLEEP)),
          shape(
              10,
              "OnFailure",
              "  containers:\n"
                  + container("c0", "hooked", POST_START)
                  + container("c1", "flaky", POST_START_SLEEP)),
          shape(
              10,
              "Never",
              "  initContainers:\n"
                  + container("s0", "slowstop", SIDECAR)
                  + container("i1", "done")
                  + "  containers:\n"
                  + container("c0", "asksall", ASKS_ALL)
                  + container("c1", "slowstop")),
          shape(
              5,
              "Always",
              "  ephemeralContainers:\n"
                  + container("e0", "done")
                  + container("e1", "slowstop")
                  + containers("forever", "crash")),
          shape(
              5,
              "Always",
              "  volumes:\n"
                  + "  - {name: files, configMap: {name: settings}}\n"
                  + "  - {name: hidden, secret: {secretName: password}}\n"
                  + "  containers:\n"
                  + container("c0", "forever", mounts("files", "hidden"))
                  + container("c1", "crash", mounts("files"))),
          shape(
              5,
              "Always",
              "  containers:\n"
                  + container("c0", "forever", variable("configMapKeyRef", "settings"))
                  + container("c1", "crash", variable("secretKeyRef", "password"))),
          shape(5, "Always", "  activeDeadlineSeconds: 300\n" + containers("forever", "crash")),
          shape(
              10,
              "OnFailure",
              "  activeDeadlineSeconds: 500\n"
                  + "  initContainers:\n"
                  + container("s0", "slowstop", SIDECAR)
                  + containers("slowstop", "flaky")),
          shape(5, "Always", "  nodeSelector:\n    there: isnone\n" + containers("forever")),
          sized("forever", "crash", "forever"));

  private PodShapes() {}

  /** Each shape has a twin with other images for what runs for ever; an edit leads to and fro. */
  private static Pod shape(int grace, String restartPolicy, String rest) {
    String yaml =
        """
        apiVersion: v1
        kind: Pod
        metadata:
          name: shape
          namespace: default
        spec:
          terminationGracePeriodSeconds: %d
          restartPolicy: %s
        %s
        """
            .formatted(grace, restartPolicy, rest);
    Pod shape = Pods.fromYaml(yaml);
    Pod twin = Pods.fromYaml(yaml.replace("localhost/forever:1", "localhost/stays:1"));
    if (!twin.equals(shape)) {
      EDITS.put(shape.spec(), twin.spec());
      EDITS.put(twin.spec(), shape.spec());
    }
    return shape;
  }

  /** Its twin is the same pod of another size: what runs goes on with other resources. */
  private static Pod sized(String... images) {
    StringBuilder yaml =
        new StringBuilder(
            """
            apiVersion: v1
            kind: Pod
            metadata:
              name: shape
              namespace: default
            spec:
              terminationGracePeriodSeconds: 5
              containers:
            """);
    for (int i = 0; i < images.length; i++) {
      yaml.append(container("c" + i, images[i]));
      yaml.append(
          "    resources: {requests: {cpu: 50m, memory: 64Mi}, limits: {cpu: 1, memory: 128Mi}}\n");
    }
    Pod shape = Pods.fromYaml(yaml.toString());
    Pod twin =
        Pods.fromYaml(
            yaml.toString()
                .replace("cpu: 50m", "cpu: 150m")
                .replace("memory: 128Mi", "memory: 96Mi"));
    EDITS.put(shape.spec(), twin.spec());
    EDITS.put(twin.spec(), shape.spec());
    return shape;
  }

  private static String container(String name, String image, String... traits) {
    return "  - name: %s\n    image: localhost/%s:1\n".formatted(name, image)
        + String.join("", traits);
  }

  private static String mounts(String... volumes) {
    StringBuilder text = new StringBuilder("    volumeMounts:\n");
    for (String volume : volumes) {
      text.append("    - {name: %1$s, mountPath: /%1$s}\n".formatted(volume));
    }
    return text.toString();
  }

  private static String variable(String kind, String object) {
    return "    env: [{name: V, valueFrom: {%s: {name: %s, key: %s}}}]\n"
        .formatted(kind, object, SimObjects.KEY);
  }

  private static String containers(String... images) {
    StringBuilder text = new StringBuilder("  containers:\n");
    for (int i = 0; i < images.length; i++) {
      text.append(container("c" + i, images[i]));
    }
    return text.toString();
  }

  private static String mounting(String... images) {
    StringBuilder text = new StringBuilder("  containers:\n");
    for (int i = 0; i < images.length; i++) {
      text.append(container("c" + i, images[i]));
      text.append("    volumeMounts:\n    - name: data\n      mountPath: /data\n");
    }
    return text.toString();
  }

  /** A pod of a random shape under a name; each {@code generation} is another pod. */
  public static Pod random(SplittableRandom random, String name, int generation) {
    return named(SHAPES.get(random.nextInt(SHAPES.size())), name, generation);
  }

  public static Pod named(Pod shape, String name, int generation) {
    return shape.withMetadata(
        shape.metadata().withIdentity(name, "default", name + "-uid-" + generation));
  }

  /** Another definition of the same pod, or of the same meaning when nothing in it can change. */
  public static Pod edited(Pod pod, int generation) {
    PodSpec other = EDITS.get(pod.spec());
    return other == null
        ? pod.withMetadata(pod.metadata().withAnnotations(Map.of("edited", "" + generation)))
        : pod.withSpec(other);
  }

  public static boolean runsForEver(String image) {
    return image.equals("localhost/forever:1") || image.equals("localhost/stays:1");
  }

  /** How the images behave. */
  public static ContainerScript script(String image, SplittableRandom random) {
    String kind = image.substring(image.indexOf('/') + 1, image.lastIndexOf(':'));
    return switch (kind) {
      case "crash" ->
          random.nextBoolean()
              ? ContainerScript.exits(1, Duration.ofMillis(random.nextLong(0, 60)))
              : ContainerScript.exits(1, seconds(random, 0, 20));
      case "flaky" ->
          random.nextInt(3) == 0
              ? ContainerScript.exits(0, seconds(random, 1, 60))
              : ContainerScript.exits(1, seconds(random, 1, 700));
      case "done" -> ContainerScript.exits(0, seconds(random, 0, 60));
      case "fails" -> ContainerScript.exits(3, seconds(random, 0, 60));
      case "stubborn" -> ContainerScript.forever().ignoringTerm();
      case "slowstop" -> ContainerScript.forever().stoppingAfter(seconds(random, 1, 15), 0);
      case "startfails" -> ContainerScript.startFails("exec: no such file");
      case "hooked" ->
          ContainerScript.forever()
              .answering(_ ->
                  ExecAnswer.exit(random.nextInt(4) == 0 ? 1 : 0).after(seconds(random, 0, 14)));
      case "asksall" ->
          random.nextInt(4) == 0
              ? ContainerScript.exits(0, seconds(random, 1, 600))
              : ContainerScript.exits(42, seconds(random, 1, 200));
      // Its end on demand looks like success.
      case "stays" -> ContainerScript.forever().stoppingAfter(seconds(random, 0, 2), 0);
      case "oom" -> ContainerScript.outOfMemory(seconds(random, 1, 300));
      default -> ContainerScript.forever();
    };
  }

  private static Duration seconds(SplittableRandom random, int least, int most) {
    return Duration.ofMillis(random.nextLong(least * 1000L, most * 1000L));
  }
}
