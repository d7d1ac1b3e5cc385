package dev.jubelet.acceptance.tour;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.acceptance.Ledger;
import dev.jubelet.acceptance.RealNode;
import dev.jubelet.testkit.Await;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/** Runs examples side by side on one node and looks until all is seen or the time is over. */
final class Tour {
  /** Host paths of examples lie here; on the tour they lie in the node's own directory. */
  private static final String HOST_DIRECTORY = "/tmp/jubelet-tour";

  /** Far more than it takes: a busy machine starts so many pods slowly. */
  private static final Duration STAGE = Duration.ofMinutes(3);

  private static final Duration REMOVAL = Duration.ofMinutes(2);

  private final RealNode node;
  private final List<Example> examples;

  Tour(RealNode node, List<Example> examples) {
    this.node = node;
    this.examples = List.copyOf(examples);
  }

  void run() {
    Ledger before = node.survey().take();
    examples.forEach(example -> node.drop(example.name(), onNode(example.manifest(), node)));
    int stages = examples.stream().mapToInt(example -> example.stages().size()).max().orElse(0);
    for (int i = 0; i < stages; i++) {
      stage(i);
    }
    examples.forEach(example -> node.remove(example.name()));
    node.waitForEqual(before, REMOVAL);
    for (Example example : examples) {
      for (Example.LastLook last : example.lastLooks()) {
        assertThat(last.look().apply(node))
            .as("%s → %s", example.name(), last.what())
            .matches(last.expected().met(), last.expected().words());
      }
    }
  }

  static Path hostDirectory(RealNode node) {
    return node.directory().resolve("tour");
  }

  /** The manifest with its host paths moved to where the node's own things are. */
  static String onNode(String manifest, RealNode node) {
    return manifest.replace(HOST_DIRECTORY, hostDirectory(node).toString());
  }

  private void stage(int number) {
    List<Check> pending = new ArrayList<>();
    for (Example example : examples) {
      if (number < example.stages().size()) {
        Example.Stage stage = example.stages().get(number);
        stage.act().accept(node);
        stage.checks().stream().filter(check -> check.where().test(node)).forEach(pending::add);
      }
    }
    List<Check.Finding> bad = new ArrayList<>();
    try {
      Await.until(
          "all is seen",
          STAGE,
          () -> {
            NodeView view = new NodeView(node);
            bad.clear();
            pending.stream()
                .map(check -> check.now(view))
                .filter(finding -> !finding.good())
                .forEach(bad::add);
            pending.retainAll(bad.stream().map(Check.Finding::check).toList());
            return pending.isEmpty();
          },
          () -> "");
    } catch (AssertionError late) {
      throw new AssertionError(
          "the end of the node's log:%n%s%n%d of the tour's checks are not met:%n%s"
              .formatted(
                  node.kubelet().lastLines(60),
                  bad.size(),
                  bad.stream().map(Objects::toString).collect(Collectors.joining("\n"))),
          late);
    }
  }
}
