package dev.jubelet.acceptance.hostile;

import java.util.function.Consumer;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * Something hostile, and what must become of it.
 *
 * @param name also the name of its pod, where it has one
 * @param cites the CVE or the weakness that it comes from
 * @param strike begins it
 * @param look what became of it so far, in one line
 * @param expected what that line must contain at last
 * @param retreat ends it
 */
record Attack(
    String name,
    String cites,
    Consumer<HostileNode> strike,
    Function<HostileNode, String> look,
    Pattern expected,
    Consumer<HostileNode> retreat) {

  /** A manifest in the node's directory. The line tells of its pod, or why there is none. */
  static Attack manifest(String name, String cites, String manifest, String expected) {
    return new Attack(
        name,
        cites,
        node -> node.drop(name, manifest),
        node -> node.verdict(name),
        Pattern.compile(expected, Pattern.DOTALL),
        node -> node.remove(name));
  }

  /** Its pod, with this much of its specification beside the name; two spaces of indentation. */
  static Attack pod(String name, String cites, String spec, String expected) {
    return manifest(name, cites, HostileNode.manifest(name, spec), expected);
  }

  /** A pod with one container that runs this script. */
  static Attack script(String name, String cites, String script, String expected) {
    return pod(name, cites, HostileNode.container(script), expected);
  }

  @Override
  public String toString() {
    return name;
  }
}
