package dev.jubelet.acceptance.cluster;

import dev.jubelet.acceptance.NodeIdentity;
import dev.jubelet.acceptance.RealNode;
import dev.jubelet.acceptance.RuntimeChoice;
import dev.jubelet.acceptance.host.NodeNamespace;
import dev.jubelet.app.host.DirectoryTree;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A control plane and nodes, each in a namespace of its own, with cables between them and no way
 * out. {@link #close} leaves nothing, or, if it is shared, nothing but the control plane as it was.
 */
public final class RealCluster implements AutoCloseable {
  private static final String NETWORK = "10.99.0.";
  private static final String CONTROL_ADDRESS = NETWORK + "100";

  /** For whoever asks next; guarded by the class. */
  private static @Nullable RealCluster shared;

  private final Path directory;
  private final KubernetesPrograms programs;
  private final Path crictl;
  private final NodeNamespace namespace;
  private final ClusterKeys keys;
  private final ControlPlane controlPlane;
  private final List<ClusterNode> nodes = new ArrayList<>();
  private final List<FaultProxy> faults = new ArrayList<>();

  private RealCluster(Path directory, KubernetesPrograms programs, Path crictl) {
    this.directory = directory;
    this.programs = programs;
    this.crictl = crictl;
    this.namespace = NodeNamespace.create(directory.resolve("net"), CONTROL_ADDRESS);
    this.keys = ClusterKeys.create(directory.resolve("pki"));
    this.controlPlane = new ControlPlane(programs, directory, keys, namespace, CONTROL_ADDRESS);
  }

  /** A control plane without nodes. */
  public static RealCluster start(KubernetesPrograms programs, Path crictl) {
    try {
      Path directory = Files.createTempDirectory("jc").toRealPath();
      RealCluster cluster = new RealCluster(directory, programs, crictl);
      boolean complete = false;
      try {
        cluster.controlPlane.start();
        complete = true;
      } finally {
        if (!complete) {
          cluster.close();
        }
      }
      return cluster;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * A control plane that one test after the other uses, for those that leave it as it was. It goes
   * with this process.
   */
  public static synchronized RealCluster shared(KubernetesPrograms programs, Path crictl) {
    RealCluster cluster = shared;
    if (cluster == null) {
      cluster = start(programs, crictl);
      Runtime.getRuntime().addShutdownHook(new Thread(RealCluster::closeShared, "shared cluster"));
      shared = cluster;
    }
    return cluster;
  }

  private static synchronized void closeShared() {
    RealCluster cluster = shared;
    if (cluster != null) {
      shared = null;
      cluster.close();
    }
  }

  private boolean isShared() {
    synchronized (RealCluster.class) {
      return shared == this;
    }
  }

  /** A machine with a runtime and without a kubelet, linked to all others. */
  public ClusterNode addNode(RuntimeChoice runtime) {
    int number = nodes.size() + 1;
    NodeIdentity nodeIdentity =
        new NodeIdentity("node-" + number, NETWORK + number, "10.90." + number + ".0/24");
    RealNode real = RealNode.start(runtime, crictl, nodeIdentity);
    ClusterNode node = new ClusterNode(real, keys, programs, kubectl());
    nodes.add(node);
    NodeLinks.plug(namespace, real.namespace(), "to-" + nodeIdentity.name());
    NodeLinks.route(namespace, nodeIdentity);
    for (ClusterNode other : nodes) {
      if (other != node) {
        NodeLinks.route(other.parts().namespace(), nodeIdentity);
        NodeLinks.route(real.namespace(), other.parts().nodeIdentity());
      }
    }
    node.reach(controlPlane.server());
    return node;
  }

  /** Another way to the API server, on which things go wrong when they are told to. */
  public FaultProxy addFaults() {
    FaultProxy proxy = FaultProxy.start(directory, namespace, CONTROL_ADDRESS, keys, faults.size());
    faults.add(proxy);
    return proxy;
  }

  public Kubectl kubectl() {
    return controlPlane.kubectl();
  }

  public ControlPlane controlPlane() {
    return controlPlane;
  }

  public ClusterKeys keys() {
    return keys;
  }

  public NodeNamespace namespace() {
    return namespace;
  }

  public Path directory() {
    return directory;
  }

  public List<ClusterNode> nodes() {
    return List.copyOf(nodes);
  }

  /** The rest goes even if a part cannot be taken down. */
  @Override
  public void close() {
    List<Runnable> parts = new ArrayList<>();
    nodes.reversed().forEach(node -> parts.add(node::close));
    nodes.clear();
    faults.forEach(proxy -> parts.add(proxy::close));
    faults.clear();
    if (isShared()) {
      parts.add(this::forgetObjects);
    } else {
      parts.add(controlPlane::close);
      parts.add(namespace::delete);
      parts.add(() -> DirectoryTree.delete(directory));
    }
    RuntimeException failed = null;
    for (Runnable part : parts) {
      try {
        part.run();
      } catch (RuntimeException e) {
        failed = e;
      }
    }
    if (failed != null) {
      throw failed;
    }
  }

  /** One that cannot be emptied is not shared any more. */
  private void forgetObjects() {
    try {
      LeftObjects.delete(kubectl());
    } catch (RuntimeException | AssertionError stuck) {
      closeShared();
      throw stuck;
    }
  }
}
