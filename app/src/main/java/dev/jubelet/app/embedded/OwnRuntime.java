package dev.jubelet.app.embedded;

import dev.jubelet.app.failure.CommandFailure;
import dev.jubelet.app.host.DirectoryLock;
import dev.jubelet.app.host.HeapShare;
import dev.jubelet.app.settings.node.EmbeddedSettings;
import dev.jubelet.cri.server.CriServer;
import dev.jubelet.images.ImageStore;
import dev.jubelet.images.ImageStoreSettings;
import dev.jubelet.images.registry.ProxyRules;
import dev.jubelet.linux.cgroup.CgroupLayout;
import dev.jubelet.linux.mount.MountTable;
import dev.jubelet.linux.network.NetworkNamespace;
import dev.jubelet.network.CniNetworks;
import dev.jubelet.network.NetworkListener;
import dev.jubelet.network.NetworkSettings;
import dev.jubelet.network.builtin.BuiltInPlugins;
import dev.jubelet.network.builtin.HostBridge;
import dev.jubelet.ports.Journal;
import dev.jubelet.ports.runtime.ContainerRuntime;
import dev.jubelet.runtime.EmbeddedRuntime;
import dev.jubelet.runtime.settings.RuntimePrograms;
import dev.jubelet.streaming.StreamLimits;
import dev.jubelet.streaming.offer.StreamUrlServer;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;

/** An embedded runtime with all that it stands on. Closing it leaves its containers running. */
public final class OwnRuntime implements AutoCloseable {
  /** MiB; one answer of CRI's ExecSync may have 16, and half of that again while it grows. */
  private static final int EXEC_OUTPUT = 24;

  /** MiB. */
  private static final int STREAMS = 8;

  private final Deque<Runnable> undo = new ArrayDeque<>();
  private final EmbeddedRuntime embedded;

  private OwnRuntime(EmbeddedSettings settings, RuntimePrograms programs, Journal journal)
      throws IOException {
    DirectoryLock lock = DirectoryLock.take(settings.runtime().root());
    undo.push(lock::close);
    ImageStore images =
        new ImageStore(
            ImageStoreSettings.at(imagesIn(settings.runtime().root()))
                .withRegistries(settings.registries(), new ProxyRules(System.getenv())));
    undo.push(images::close);
    CniNetworks networks = networks(settings, journal);
    undo.push(networks::close);
    embedded =
        EmbeddedRuntime.open(
            settings.runtime(),
            programs,
            images,
            networks,
            journal,
            HeapShare.of("output of exec calls", EXEC_OUTPUT));
    undo.push(embedded::close);
    networks.keepUp(NetworkNamespace::current);
  }

  /**
   * @throws CommandFailure when a program that it needs is missing
   * @throws dev.jubelet.ports.OutsideFailure when another process works in the same root
   */
  public static OwnRuntime open(EmbeddedSettings settings, Journal journal) {
    RuntimePrograms programs =
        ProgramSearch.find(ProgramSearch.DIRECTORIES, settings.handlers(), isHybrid());
    try {
      return new OwnRuntime(settings, programs, journal);
    } catch (IOException refused) {
      throw new CommandFailure(
          "the runtime cannot work in " + settings.runtime().root() + ": " + refused.getMessage(),
          "may this process write there, and is there space?");
    }
  }

  /** Where images are beneath a root. */
  public static Path imagesIn(Path root) {
    return root.resolve("images");
  }

  /**
   * CNI never removes the bridge of a network, since others may come.
   *
   * @param root of the runtime that made it
   * @return false when it is another's, or others use it
   */
  public static boolean deleteBridge(String name, Path root) {
    return HostBridge.of(NetworkNamespace::current, root).remove(name);
  }

  private static boolean isHybrid() {
    CgroupLayout layout = CgroupLayout.discover(MountTable.read());
    return !layout.unified() && !layout.alsoSwept().isEmpty();
  }

  private static CniNetworks networks(EmbeddedSettings settings, Journal journal)
      throws IOException {
    Path root = settings.runtime().root();
    EmbeddedSettings.Networks asked = settings.networks();
    NetworkSettings usual = NetworkSettings.usual(root.resolve("networks"));
    Path configurations =
        OwnNetwork.directory(asked.configurations(), asked.own(), OwnNetwork.USUAL, root);
    return new CniNetworks(
        new NetworkSettings(
            configurations,
            asked.plugins().isEmpty() ? usual.programs() : asked.plugins(),
            usual.state(),
            asked.choice(),
            usual.device(),
            usual.callDeadline()),
        BuiltInPlugins.here(root),
        new JournaledNetworks(configurations, journal));
  }

  private record JournaledNetworks(Path configurations, Journal journal)
      implements NetworkListener {
    @Override
    public void changed() {
      journal.write(
          Journal.Level.NORMAL, "NetworkChanged", "the networks in " + configurations + " changed");
    }

    @Override
    public void warning(String text) {
      journal.write(Journal.Level.WARNING, "NetworkTrouble", text);
    }
  }

  public ContainerRuntime runtime() {
    return embedded.runtime();
  }

  /**
   * Serves it to others as well, until it is closed.
   *
   * @throws dev.jubelet.ports.OutsideFailure when nobody can listen there
   */
  public void offer(Path socket, Journal journal) {
    StreamUrlServer streams =
        StreamUrlServer.start(
            InetAddress.getLoopbackAddress(),
            0,
            StreamLimits.within(HeapShare.of("input of streaming clients of CRI", STREAMS)));
    undo.push(streams::close);
    CriServer server =
        CriServer.start(socket, embedded.runtime(), embedded.records(), streams, journal);
    undo.push(server::close);
    journal.write(Journal.Level.NORMAL, "ServesCri", "serves CRI v1 on unix://" + socket);
  }

  @Override
  public void close() {
    while (!undo.isEmpty()) {
      undo.pop().run();
    }
  }
}
