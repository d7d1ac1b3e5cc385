package dev.jubelet.acceptance;

import dev.jubelet.acceptance.host.PrivateContainerd;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What containerd itself gives up when it or its client dies in the middle of something. */
public final class ContainerdLosses {
  private static final Pattern START_FAILED =
      Pattern.compile("StartContainer for \\W*([0-9a-f]{64})\\W* failed");

  private static final Pattern TASK_STAYS =
      Pattern.compile("cannot delete running task ([0-9a-f]{64})");

  /** One was seen at a time; more would be something else. */
  private static final int STUCK_MAX = 2;

  private static final Pattern CONTAINER_ID = Pattern.compile("[0-9a-f]{64}");

  private ContainerdLosses() {}

  /**
   * A containerd that is killed, or whose client is, while it makes a sandbox or a container may
   * forget what it has just begun: a snapshot, a shim that holds nothing, a container of its own
   * with a dead task, an empty network namespace. CRI shows none of them, so that no kubelet can
   * clean them up. Its log has to say that it gave them up. What CRI shows counts, but for pods
   * that it refuses to remove for ever, and so do processes, cgroups, links and addresses.
   */
  public static boolean explain(RealNode node, String line) {
    if (node.runtime().containerd().isEmpty()) {
      return false;
    }
    boolean neverShown =
        line.startsWith("snapshot ")
            || (line.startsWith("process ") && line.contains("containerd-shim"));
    if (neverShown) {
      return true;
    }
    List<Document> sandboxes = node.crictl().sandboxes();
    List<Document> containers = node.crictl().containers();
    Set<String> stuck = stuckSandboxes(node, containers);
    boolean shown =
        sandboxes.stream().anyMatch(sandbox -> !stuck.contains(sandbox.at("id").text()))
            || containers.stream()
                .anyMatch(container -> !stuck.contains(container.at("podSandboxId").text()));
    if (shown || stuck.size() > STUCK_MAX) {
      return false;
    }
    if (ofStuckPod(line, stuck, sandboxes, containers)) {
      return true;
    }
    if (line.contains("/netns/cni-")) {
      return aSandboxWasGivenUp(node);
    }
    Matcher id = CONTAINER_ID.matcher(line);
    boolean inside =
        line.startsWith("container ") || line.startsWith("task ") || line.startsWith("mount ");
    return inside && id.find() && wasGivenUp(node, id.group());
  }

  /**
   * Sandboxes with a container that CRI calls exited while containerd refuses every removal with
   * "cannot delete running task". Seen with 2.3.4 when its client dies during a start: no process
   * and no cgroup is left, but the task is, and CRI has no call that ends it. Their pods stay, and
   * so do their files.
   */
  private static Set<String> stuckSandboxes(RealNode node, List<Document> containers) {
    Set<String> refused = new TreeSet<>();
    for (String line : log(node)) {
      Matcher matcher = TASK_STAYS.matcher(line);
      if (matcher.find()) {
        refused.add(matcher.group(1));
      }
    }
    return containers.stream()
        .filter(container -> refused.contains(container.at("id").text()))
        .filter(container -> container.at("state").text().equals("CONTAINER_EXITED"))
        .map(container -> container.at("podSandboxId").text())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static boolean ofStuckPod(
      String line, Set<String> stuck, List<Document> sandboxes, List<Document> containers) {
    boolean stays = Stream.of("container ", "task ", "mount ", "file ").anyMatch(line::startsWith);
    Stream<String> names =
        Stream.concat(
            sandboxes.stream()
                .filter(sandbox -> stuck.contains(sandbox.at("id").text()))
                .flatMap(sandbox ->
                    Stream.of(sandbox.at("id").text(), sandbox.at("metadata", "uid").text())),
            containers.stream()
                .filter(container -> stuck.contains(container.at("podSandboxId").text()))
                .map(container -> container.at("id").text()));
    boolean explained = stays && names.anyMatch(line::contains);
    if (explained) {
      System.out.println("containerd refuses to remove an exited container: " + line);
    }
    return explained;
  }

  /** By containerd's log: its start failed, or its id was never handed to anybody. */
  private static boolean wasGivenUp(RealNode node, String id) {
    return startsGivenUp(node).contains(id)
        || log(node).stream()
            .noneMatch(
                line -> line.contains(" id ") && line.contains("returns") && line.contains(id));
  }

  private static boolean aSandboxWasGivenUp(RealNode node) {
    long begun = 0;
    long returned = 0;
    for (String line : log(node)) {
      if (line.contains("returns sandbox id")) {
        returned++;
      } else if (line.contains("RunPodSandbox for") && !line.contains("failed")) {
        begun++;
      }
    }
    return begun > returned;
  }

  /** Containers whose start was asked for and, by containerd's own log, failed. */
  public static Set<String> startsGivenUp(RealNode node) {
    Set<String> givenUp = new TreeSet<>();
    for (String line : log(node)) {
      Matcher matcher = START_FAILED.matcher(line);
      if (matcher.find()) {
        givenUp.add(matcher.group(1));
      }
    }
    return givenUp;
  }

  /** Empty for other runtimes, which give up nothing. */
  private static List<String> log(RealNode node) {
    return node.runtime().containerd().map(PrivateContainerd::logLines).orElse(List.of());
  }
}
