package dev.jubelet.nodeserver;

import dev.jubelet.linux.file.SocketFile;
import dev.jubelet.nodeserver.http.HttpAnswer;
import dev.jubelet.nodeserver.http.HttpCall;
import dev.jubelet.nodeserver.http.HttpMemory;
import dev.jubelet.nodeserver.http.HttpPort;
import dev.jubelet.nodeserver.http.PortLimits;
import dev.jubelet.nodeserver.http.Reply;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import io.netty.channel.Channel;
import io.netty.channel.socket.nio.NioChannelOption;
import java.io.IOException;
import java.net.SocketOption;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.Objects;
import java.util.Set;
import jdk.net.ExtendedSocketOptions;
import jdk.net.UnixDomainPrincipal;

/**
 * The node's unix socket: pods, metrics and timelines for the node's own user, who is root, and for
 * nobody else. It answers HTTP, read only, as the HTTPS port would.
 */
public final class NodeSocket implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(NodeSocket.class.getName());
  private static final Set<PosixFilePermission> OWNER_ONLY =
      PosixFilePermissions.fromString("rwx------");
  private static final SocketOption<UnixDomainPrincipal> PEER = ExtendedSocketOptions.SO_PEERCRED;
  private static final String PODS = "/debug/jubelet/pods/";
  private static final String TIMELINE = "/timeline";

  private final SocketFile file;
  private final HttpPort port;

  private NodeSocket(SocketFile file, HttpPort port) {
    this.file = file;
    this.port = port;
  }

  /**
   * Where the socket of a node is.
   *
   * @param root the node's {@code --root-dir}
   */
  public static Path path(Path root) {
    return root.toAbsolutePath().normalize().resolve("jubelet-run").resolve("node.sock");
  }

  /**
   * Begins to answer at {@link #path}, and replaces what a dead process left there.
   *
   * @throws OutsideFailure when the socket cannot be made
   */
  public static NodeSocket start(Path root, NodePages pages, HttpMemory memory) {
    Path path = path(root);
    Path directory = Objects.requireNonNull(path.getParent(), "a socket lies in a directory");
    SocketFile file = new SocketFile(path);
    HealthChecks health = new HealthChecks(pages.checks());
    try {
      UserPrincipal owner = closedDirectory(directory);
      Path bound = file.prepare();
      HttpPort port =
          HttpPort.start(
              bound,
              PortLimits.SOCKET,
              memory,
              client -> isOwner(client, owner),
              (call, reply) -> answer(call, pages, health, reply));
      NodeSocket started = new NodeSocket(file, port);
      try {
        file.publish(bound);
        return started;
      } catch (IOException | RuntimeException failed) {
        started.close();
        throw failed;
      }
    } catch (IOException refused) {
      throw new OutsideFailure(
          FailureKind.UNAVAILABLE,
          "cannot listen at " + path + ": " + refused.getMessage(),
          refused);
    }
  }

  /** A directory that only its owner may enter, who must be the one that we run as. */
  private static UserPrincipal closedDirectory(Path directory) throws IOException {
    try {
      Files.createDirectory(directory, PosixFilePermissions.asFileAttribute(OWNER_ONLY));
    } catch (FileAlreadyExistsException there) {
      if (!Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)) {
        throw new IOException(directory + " is not a directory; move it away", there);
      }
      Files.setPosixFilePermissions(directory, OWNER_ONLY);
    }
    return Files.getOwner(directory, LinkOption.NOFOLLOW_LINKS);
  }

  private static boolean isOwner(Channel client, UserPrincipal owner) {
    UnixDomainPrincipal peer = client.config().getOption(NioChannelOption.of(PEER));
    return peer != null && peer.user().equals(owner);
  }

  private static void answer(HttpCall call, NodePages pages, HealthChecks health, Reply reply)
      throws IOException {
    String path = call.path();
    reply.letIn();
    if (!call.reads()) {
      reply.send(HttpAnswer.readOnly());
    } else if (path.equals("/pods")) {
      pages.sendPods(reply);
    } else if (path.equals("/metrics")) {
      reply.send(pages.metricsText());
    } else if (path.startsWith(PODS) && path.endsWith(TIMELINE)) {
      int end = path.length() - TIMELINE.length();
      reply.send(pages.timeline(end <= PODS.length() ? "" : path.substring(PODS.length(), end)));
    } else {
      reply.send(NodeServer.page(path, health));
    }
  }

  @Override
  public void close() {
    port.close();
    try {
      file.remove();
    } catch (IOException stays) {
      LOG.log(System.Logger.Level.WARNING, "a socket stays behind: " + stays.getMessage());
    }
  }
}
