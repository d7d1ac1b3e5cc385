package dev.jubelet.acceptance.tour;

import static dev.jubelet.acceptance.tour.Expectation.containing;
import static dev.jubelet.acceptance.tour.Expectation.is;

import dev.jubelet.acceptance.Parts;
import dev.jubelet.acceptance.RealNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * One file of {@code examples/} and what must be seen once its pods run. The words say where one
 * looks: {@link #prints} from inside the container, all others from outside.
 */
final class Example {
  private final String name;
  private final List<Stage> stages = new ArrayList<>();
  private String pod;
  private String container = "main";
  private Predicate<RealNode> where = node -> true;
  private final List<LastLook> lastLooks = new ArrayList<>();

  private Example(String name) {
    this.name = name;
    this.pod = name;
    stages.add(new Stage("", node -> {}, new ArrayList<>()));
  }

  /** What a pod left on its node. */
  record LastLook(String what, Function<RealNode, String> look, Expectation expected) {}

  /** Something that is done to the node, and what must then be seen. */
  record Stage(String what, Consumer<RealNode> act, List<Check> checks) {}

  static Example of(String name) {
    return new Example(name);
  }

  static Path directory() {
    return Parts.repository().resolve("examples");
  }

  String name() {
    return name;
  }

  List<Stage> stages() {
    return stages;
  }

  List<LastLook> lastLooks() {
    return lastLooks;
  }

  String manifest() {
    return ContainerView.read(directory().resolve(name + ".yaml"));
  }

  /** What follows is about this pod; at first the one that is named like the file. */
  Example pod(String named) {
    pod = named;
    return this;
  }

  /** What follows holds where the node can do it. */
  Example where(Predicate<RealNode> able) {
    where = able;
    return this;
  }

  /** What follows is what people get instead. */
  Example elsewhere() {
    where = where.negate();
    return this;
  }

  /** What follows holds on every node. */
  Example everywhere() {
    where = node -> true;
    return this;
  }

  /** What follows is about this container; at first {@code main}. */
  Example container(String named) {
    container = named;
    return this;
  }

  Example prints(String... lines) {
    for (String line : lines) {
      String of = container;
      check(
          of + " prints",
          view -> {
            List<String> printed = view.container(of).printed();
            return printed.contains(line) ? line : String.join("\n", printed);
          },
          is(line));
    }
    return this;
  }

  /** All lines together. */
  Example printed(Expectation expected) {
    String of = container;
    return check(
        of + " printed", view -> String.join("\n", view.container(of).printed()), expected);
  }

  /** What the node reports, such as {@code status/phase}. */
  Example reports(String path, String expected) {
    return reports(path, is(expected));
  }

  Example reports(String path, Expectation expected) {
    return check(path, view -> Paths.text(Paths.follow(view.document(), path)), expected);
  }

  Example phase(String expected) {
    return reports("status/phase", expected);
  }

  /** What the node reports of the container, such as {@code state/waiting/reason}. */
  Example state(String path, String expected) {
    return state(path, is(expected));
  }

  Example state(String path, Expectation expected) {
    return reports("status/containerStatuses/name=" + container + "/" + path, expected);
  }

  /** A part of {@code crictl inspect}. */
  Example inspect(String path, String expected) {
    return inspect(path, is(expected));
  }

  Example inspect(String path, Expectation expected) {
    String of = container;
    return check(
        of + ": crictl inspect " + path,
        view -> Paths.text(Paths.follow(view.container(of).inspected(), path)),
        expected);
  }

  /** A part of {@code crictl inspectp}. */
  Example sandbox(String path, String expected) {
    return sandbox(path, is(expected));
  }

  Example sandbox(String path, Expectation expected) {
    return check(
        "crictl inspectp " + path,
        view -> Paths.text(Paths.follow(view.sandbox(), path)),
        expected);
  }

  /** A line of {@code /proc/PID/status}. */
  Example process(String key, String expected) {
    return process(key, is(expected));
  }

  Example process(String key, Expectation expected) {
    return outside("/proc/PID/status " + key, view -> view.status(key), expected);
  }

  /** What is mounted at a point: a part of its line in mountinfo. */
  Example mount(String point, String part) {
    return mount(point, containing(part));
  }

  Example mount(String point, Expectation expected) {
    return outside("/proc/PID/mountinfo " + point, view -> view.mount(point), expected);
  }

  Example cgroup(CgroupFile file, String expected) {
    return outside("cgroup " + file, view -> view.cgroup(file), is(expected));
  }

  Example podCgroup(CgroupFile file, String expected) {
    return outside("cgroup of the pod, " + file, view -> view.podCgroup(file), is(expected));
  }

  /** Whether the container is in the same namespace as we are. */
  Example namespaceOfNode(String kind, boolean same) {
    return outside(
        "namespace " + kind + " is the node's",
        view -> {
          String ours = ContainerView.link(Path.of("/proc/self/ns", kind));
          return String.valueOf(view.namespace(kind).equals(ours));
        },
        is(String.valueOf(same)));
  }

  /** Anything else about the container. */
  Example outside(String what, Function<ContainerView, String> look, Expectation expected) {
    String of = container;
    return check(of + ": " + what, view -> look.apply(view.container(of)), expected);
  }

  /** Anything else about the pod. */
  Example check(String what, Function<PodView, String> look, Expectation expected) {
    String of = pod;
    stages
        .getLast()
        .checks()
        .add(
            new Check(
                name,
                of.equals(name) ? what : of + ": " + what,
                view -> look.apply(view.pod(of)),
                expected,
                where));
    return this;
  }

  /** Puts an edited manifest in place once all that was said so far has been seen. */
  Example edit(String before, String after) {
    return then(
        "edit",
        node -> {
          String edited = manifest().replace(before, after);
          if (edited.equals(manifest())) {
            throw new AssertionError(name + " has no " + before);
          }
          node.drop(name, Tour.onNode(edited, node));
        });
  }

  /** Done once all that was said so far has been seen on the whole tour. */
  Example then(String what, Consumer<RealNode> act) {
    stages.add(new Stage(what, act, new ArrayList<>()));
    return this;
  }

  /** Looked at when all pods are gone. */
  Example leaves(String what, Function<RealNode, String> look, Expectation expected) {
    lastLooks.add(new LastLook(what, look, expected));
    return this;
  }
}
