package dev.jubelet.app.assembly;

import dev.jubelet.app.command.NodeRunner;
import dev.jubelet.app.command.run.LocalNode;
import dev.jubelet.app.embedded.OwnRuntime;
import dev.jubelet.app.failure.CommandFailure;
import dev.jubelet.app.host.CheckedHostPorts;
import dev.jubelet.app.host.DirectoryLock;
import dev.jubelet.app.host.HeapShare;
import dev.jubelet.app.host.KubeletSockets;
import dev.jubelet.app.host.Privileges;
import dev.jubelet.app.metering.MeasuredEffects;
import dev.jubelet.app.metering.MeasuredRuntime;
import dev.jubelet.app.settings.NodeConfig;
import dev.jubelet.app.settings.node.EmbeddedSettings;
import dev.jubelet.app.settings.node.RuntimeEndpoint;
import dev.jubelet.cri.CriRuntime;
import dev.jubelet.cri.CriSettings;
import dev.jubelet.engine.NodeEngine;
import dev.jubelet.linux.NodeMachine;
import dev.jubelet.nodeserver.HealthChecks;
import dev.jubelet.nodeserver.NodeMetrics;
import dev.jubelet.nodeserver.NodePages;
import dev.jubelet.nodeserver.NodeServer;
import dev.jubelet.nodeserver.NodeSocket;
import dev.jubelet.ports.Effects;
import dev.jubelet.ports.Journal;
import dev.jubelet.ports.NodeObjects;
import dev.jubelet.ports.OutsideFailure;
import dev.jubelet.ports.PodSource;
import dev.jubelet.ports.runtime.ContainerRuntime;
import dev.jubelet.ports.runtime.ContainerRuntimeBuilder;
import dev.jubelet.sources.ManifestObjects;
import dev.jubelet.volumes.pod.PodPaths;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Makes a node and starts its parts, in the order in which they are written here. */
public final class NodeAssembly implements NodeRunner, LocalNode.Starter {
  /** MiB, for the pods and objects of all manifests. */
  private static final int MANIFESTS = 8;

  private static final Path POD_LOGS = Path.of("/var/log/pods");
  private static final Path CONTAINER_LOGS = Path.of("/var/log/containers");

  /** MiB; two of the largest answers that CRI has. */
  private static final int CRI_ANSWERS = 32;

  /** Runs a node until a signal ends the process; its pods go on. */
  @Override
  public int run(NodeConfig config, Journal journal) throws InterruptedException {
    if (!Privileges.root()) {
      throw new CommandFailure("a node needs root", "call it as root or with sudo");
    }
    BugReport.forWholeProcess(BugReport.toLog());
    OwnProcess.outliveContainers(journal);
    try (RunningNode node = start(config, journal);
        ShutdownHook _ = ShutdownHook.onSignal(node::close, "a signal came; pods go on", journal)) {
      node.await();
      return 0;
    }
  }

  /** Answers as soon as the node can be asked for its health; the rest follows by itself. */
  @Override
  public RunningNode start(NodeConfig config, Journal journal) {
    CloseStack closing = new CloseStack(journal);
    boolean complete = false;
    try {
      DirectoryLock lock = DirectoryLock.take(config.rootDirectory());
      closing.add("lock", lock);
      KubeletSockets.requireSilent(config.rootDirectory());
      lock.setAside()
          .ifPresent(aside ->
              journal.write(
                  Journal.Level.WARNING,
                  "DamagedState",
                  "the lock of the node's directory was no file; it is kept as " + aside));
      PodPaths paths =
          PodPaths.open(config.rootDirectory(), config.podLogsDirectory(), containerLogs(config));
      SystemTime time = new SystemTime(BugReport.toLog());
      closing.add("clock", time);
      NodeMetrics metrics = new NodeMetrics(config.nodeName());
      LocalStatuses statuses = new LocalStatuses();
      RunningNode node = new RunningNode(statuses, closing, time);
      metrics.desired(
          () -> node.counts().desiredStatic(),
          () -> node.counts().desired() - node.counts().desiredStatic());
      PodGauges sink = new PodGauges(statuses, metrics, time);
      NodePages pages =
          new NodePages(
              Map.of("syncloop", node::complaint), node::reports, metrics, node::timeline);
      NodeBudgets budgets = NodeBudgets.standard();
      config
          .reporting()
          .health()
          .ifPresent(health ->
              closing.add(
                  "server",
                  NodeServer.start(
                      health.address(),
                      health.port(),
                      new HealthChecks(pages.checks()),
                      budgets.http())));
      openSocket(config.rootDirectory(), pages, budgets, closing, journal);
      Start rest = new Start(config, journal, closing, time, budgets, paths, sink, node);
      Thread starting = Thread.ofVirtual().name("start").start(() -> start(rest));
      closing.add("start", starting::interrupt);
      complete = true;
      return node;
    } finally {
      if (!complete) {
        closing.close();
      }
    }
  }

  /**
   * Pods run without it, so a full disk or a strange directory does not keep the node from them.
   */
  private static void openSocket(
      Path root, NodePages pages, NodeBudgets budgets, CloseStack closing, Journal journal) {
    try {
      closing.add("socket", NodeSocket.start(root, pages, budgets.http()));
    } catch (OutsideFailure refused) {
      journal.write(
          Journal.Level.WARNING,
          "NoSocket",
          refused.text() + "; 'jubelet pods', 'logs' and 'timeline' cannot ask this node");
    }
  }

  private record Start(
      NodeConfig config,
      Journal journal,
      CloseStack closing,
      SystemTime time,
      NodeBudgets budgets,
      PodPaths paths,
      PodGauges sink,
      RunningNode node) {
    NodeMetrics metrics() {
      return sink.metrics();
    }
  }

  private static void start(Start with) {
    try {
      ContainerRuntime runtime = MeasuredRuntime.wrap(runtime(with), with.metrics());
      RuntimeLink.Greeting greeting =
          new RuntimeLink(runtime.facts(), with.journal())
              .await(with.config().settings().cgroups().driver());
      ManifestObjects objects = new ManifestObjects(HeapShare.of("manifests", MANIFESTS));
      Effects effects = new MeasuredEffects(new VirtualEffects(BugReport.toLog()), with.metrics());
      List<PodSource> manifests =
          SourceAssembly.of(with.config(), with.time(), with.journal(), objects);
      Optional<ClusterAssembly> cluster = cluster(with, effects, manifests);
      List<PodSource> sources = cluster.map(c -> c.sources(manifests)).orElse(manifests);
      NodeEngine engine =
          new EngineAssembly(
                  with.config(),
                  with.time(),
                  effects,
                  cluster.map(ClusterAssembly::journal).orElse(with.journal()),
                  with.closing())
              .make(
                  runtime,
                  greeting,
                  with.paths(),
                  cluster.<NodeObjects>map(c -> c.objects(objects)).orElse(objects),
                  cluster.map(c -> c.statuses(with.sink())).orElse(with.sink()),
                  sources.stream().map(PodSource::name).toList());
      with.closing().add("engine", engine::close);
      engine.start();
      engine.followEvents();
      with.node().works(engine);
      cluster.ifPresent(c -> {
        c.join(engine, runtime, greeting);
        openPort(with, c, runtime);
      });
      for (PodSource source : sources) {
        with.closing().add("source " + source.name(), source::close);
        source.start(engine::deliver);
      }
      tellReady(with);
    } catch (InterruptedException closed) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException failed) {
      with.node().failed(failed);
    }
  }

  private static Optional<ClusterAssembly> cluster(
      Start with, Effects effects, List<PodSource> manifests) {
    return with.config()
        .cluster()
        .map(settings ->
            new ClusterAssembly(
                with.config(),
                settings,
                with.time(),
                effects,
                with.journal(),
                with.closing(),
                manifests.stream().map(PodSource::name).toList()));
  }

  private static void openPort(Start with, ClusterAssembly cluster, ContainerRuntime runtime) {
    NodeConfig config = with.config();
    RunningNode node = with.node();
    config
        .reporting()
        .port()
        .ifPresent(port ->
            cluster
                .port(port)
                .open(
                    new PortAssembly.NodeViews(
                        node::complaint, node::reports, runtime, with.metrics(), node::timeline),
                    with.budgets(),
                    config.nodeIps().isEmpty() ? new NodeMachine().addresses() : config.nodeIps()));
  }

  private static ContainerRuntime runtime(Start with) {
    return switch (with.config().runtime()) {
      case RuntimeEndpoint.Socket(Path path, Duration timeout) -> {
        CriRuntime cri =
            CriRuntime.connect(
                "unix://" + path,
                CriSettings.DEFAULT.withRequestTimeout(timeout),
                HeapShare.of("answers of the container runtime", CRI_ANSWERS));
        with.closing().add("runtime channel", cri);
        yield ContainerRuntimeBuilder.builder(cri.runtime())
            .sandboxes(new CheckedHostPorts(cri.runtime().sandboxes()))
            .build();
      }
      case RuntimeEndpoint.Embedded(EmbeddedSettings settings, Optional<Path> offered) -> {
        OwnRuntime own = OwnRuntime.open(settings, with.journal());
        with.closing().add("runtime", own);
        offered.ifPresent(socket -> own.offer(socket, with.journal()));
        yield own.runtime();
      }
    };
  }

  private static void tellReady(Start with) {
    String after =
        ProcessAge.now().map(Duration::toMillis).map(ms -> " after " + ms + " ms").orElse("");
    with.journal()
        .write(
            Journal.Level.NORMAL,
            "Ready",
            "node " + with.config().nodeName() + " is ready" + after);
  }

  /** Beside the pods' logs when those are not where Kubernetes has them. */
  private static Path containerLogs(NodeConfig config) {
    return config.podLogsDirectory().equals(POD_LOGS)
        ? CONTAINER_LOGS
        : config.podLogsDirectory().resolveSibling("containers");
  }
}
