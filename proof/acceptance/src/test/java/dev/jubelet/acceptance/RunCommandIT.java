package dev.jubelet.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.acceptance.host.MachineLock;
import dev.jubelet.acceptance.host.NodeNamespace;
import dev.jubelet.acceptance.host.Tool;
import dev.jubelet.linux.mount.MountTable;
import dev.jubelet.linux.process.ProcessTable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The one command of the README, as a person calls it. */
final class RunCommandIT {
  private static final Path PLACES = Path.of("/var/lib/jubelet");

  @Test
  void runsTheExampleShowsItAndLeavesNothing(@TempDir Path temp) {
    RealParts.debianContainerd();
    try (MachineLock _ = MachineLock.take("jubelet-run");
        NodeNamespace namespace = NodeNamespace.create(temp.resolve("net"), "10.99.0.1")) {
      List<String> linksBefore = links(namespace);
      Path home = Parts.repository();
      Tool.Result result =
          namespace
              .in(
                  home.resolve("jubelet").toString(),
                  "run",
                  home.resolve("examples/hello.yaml").toString())
              .within(Duration.ofMinutes(5))
              .attempt();
      assertThat(result.exit()).as(result.out() + result.err()).isZero();
      assertThat(result.out()).contains("NAME", "STATUS", "Running");
      assertThat(result.out()).containsPattern("Hello from hello-\\S+ at 10\\.201\\.");
      assertThat(links(namespace)).isEqualTo(linksBefore);
      assertThat(ProcessTable.mentioning(PLACES + "/run-")).isEmpty();
      assertThat(MountTable.read().beneath(PLACES)).isEmpty();
    }
  }

  @Test
  void saysWhatIsWrongWithAManifestAndWhere(@TempDir Path temp) throws Exception {
    Path manifest = temp.resolve("bad.yaml");
    Files.writeString(manifest, "apiVersion: v1\nkind: Pod\nmetadata:\n  name: Bad_Name\n");
    Tool.Result result =
        Tool.of(Parts.repository().resolve("jubelet").toString(), "run", manifest.toString())
            .within(Duration.ofMinutes(5))
            .attempt();
    assertThat(result.exit()).isEqualTo(1);
    assertThat(result.err()).contains("bad.yaml:4", "metadata.name", "spec.containers");
  }

  private static List<String> links(NodeNamespace namespace) {
    return namespace.in("ip", "-o", "link").run().lines().map(l -> l.split("[:@ ]+")[1]).toList();
  }
}
