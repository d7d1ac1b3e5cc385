package dev.jubelet.app.training;

import dev.jubelet.app.command.Jubelet;
import dev.jubelet.app.command.run.LocalNode;
import dev.jubelet.app.settings.NodeConfig;
import dev.jubelet.cri.CriRuntime;
import dev.jubelet.cri.CriSettings;
import dev.jubelet.cri.server.CriServer;
import dev.jubelet.model.runtime.ContainerId;
import dev.jubelet.model.runtime.SandboxId;
import dev.jubelet.model.runtime.config.ContainerConfig;
import dev.jubelet.model.runtime.config.SandboxConfig;
import dev.jubelet.ports.Journal;
import dev.jubelet.ports.MemoryBudget;
import dev.jubelet.ports.runtime.RuntimeRecords;
import dev.jubelet.streaming.StreamLimits;
import dev.jubelet.streaming.offer.StreamUrlServer;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/**
 * Goes once through what a node does in its life, for the launcher, which records it with {@code
 * -XX:AOTCacheOutput}. The other side, which {@code proof/training} plays, has prepared a directory
 * with the node's files and the socket of a container runtime, {@code cri.sock}.
 */
@Command(
    name = "training",
    hidden = true,
    description = "Exercises the program, so that the JVM can prepare it for a quick start.")
public final class TrainingCommand implements Callable<Integer> {
  @Parameters(paramLabel = "DIRECTORY", description = "What the other side has prepared.")
  private Path directory = Path.of("");

  private final LocalNode.Starter starter;

  public TrainingCommand(LocalNode.Starter starter) {
    this.starter = starter;
  }

  @Override
  public Integer call() throws IOException {
    Jubelet jubelet = Jubelet.standard(this::live);
    List<List<String>> commands =
        List.of(
            List.of("manifest", "check", directory.resolve("manifest.yaml").toString()),
            List.of("version"),
            List.of("--help"),
            List.of(
                "kubelet",
                "--config=" + directory.resolve("kubelet.yaml"),
                "--kubeconfig=" + directory.resolve("kubeconfig.yaml"),
                "--cert-dir=" + directory.resolve("pki"),
                "--root-dir=" + directory.resolve("root"),
                "--hostname-override=training",
                "--node-ip=192.0.2.1"));
    for (List<String> words : commands) {
      int exit = jubelet.run(words.toArray(String[]::new));
      if (exit != 0) {
        return exit;
      }
    }
    EmbeddedExercise.run(directory);
    return 0;
  }

  /**
   * Without root, which a node needs elsewhere. The node reaches the runtime of the other side
   * through a socket of ours, so that serving CRI is exercised too. The end of the input says that
   * the node has lived enough.
   */
  private int live(NodeConfig config, Journal journal) throws IOException {
    try (CriRuntime other =
            CriRuntime.connect(
                "unix://" + directory.resolve("cri.sock"),
                CriSettings.DEFAULT,
                new MemoryBudget("answers of the runtime", 32 << 20));
        StreamUrlServer streams =
            StreamUrlServer.start(
                InetAddress.getLoopbackAddress(),
                0,
                StreamLimits.within(new MemoryBudget("input of streaming clients", 1 << 20)));
        CriServer _ =
            CriServer.start(
                directory.resolve("own.sock"), other.runtime(), new NoRecords(), streams, journal);
        LocalNode _ = starter.start(config, journal)) {
      System.in.readAllBytes();
      return Jubelet.standard(this::live).run("pods", "--root-dir=" + config.rootDirectory());
    }
  }

  private static final class NoRecords implements RuntimeRecords {
    @Override
    public Optional<SandboxConfig> sandbox(SandboxId id) {
      return Optional.empty();
    }

    @Override
    public Optional<ContainerConfig> container(ContainerId id) {
      return Optional.empty();
    }

    @Override
    public Map<String, String> details(String id) {
      return Map.of();
    }
  }
}
