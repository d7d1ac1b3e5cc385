package dev.jubelet.training;

import dev.jubelet.cluster.x509.Certificates;
import dev.jubelet.cluster.x509.PrivateKeys;
import dev.jubelet.cluster.x509.SelfSigned;
import dev.jubelet.cluster.x509.Subject;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http2.Http2FrameCodecBuilder;
import io.netty.handler.codec.http2.Http2MultiplexHandler;
import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import io.netty.handler.ssl.util.InsecureTrustManagerFactory;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * An API server on loopback that runs nothing, spoken to as a real one: HTTP/2 over TLS, with
 * certificates on both sides.
 */
final class ScriptedApi implements AutoCloseable {
  private static final Duration VALID = Duration.ofDays(1);

  private final Path directory;
  private final EventLoopGroup loop;
  private final Channel channel;

  private ScriptedApi(Path directory, EventLoopGroup loop, Channel channel) {
    this.directory = directory;
    this.loop = loop;
    this.channel = channel;
  }

  /**
   * @param directory for a kubeconfig and what it refers to
   */
  static ScriptedApi start(Path directory, ScriptedAnswers answers) throws IOException {
    EventLoopGroup loop =
        new MultiThreadIoEventLoopGroup(
            1, Thread.ofPlatform().daemon().factory(), NioIoHandler.newFactory());
    try {
      SslContext tls = tls(directory);
      Channel channel =
          new ServerBootstrap()
              .group(loop)
              .channel(NioServerSocketChannel.class)
              .childHandler(
                  new ChannelInitializer<Channel>() {
                    @Override
                    protected void initChannel(Channel connection) {
                      connection
                          .pipeline()
                          .addLast(
                              tls.newHandler(connection.alloc()),
                              Http2FrameCodecBuilder.forServer().build(),
                              new Http2MultiplexHandler(new ScriptedStream.Maker(answers)));
                    }
                  })
              .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
              .syncUninterruptibly()
              .channel();
      ScriptedApi started = new ScriptedApi(directory, loop, channel);
      started.writeKubeconfig();
      return started;
    } catch (GeneralSecurityException impossible) {
      throw new IOException(impossible);
    }
  }

  /** Who vouches for clients of the node. */
  static Path authority(Path directory) {
    return directory.resolve("client.crt");
  }

  private void writeKubeconfig() throws IOException {
    int port = ((InetSocketAddress) channel.localAddress()).getPort();
    Files.writeString(
        directory.resolve("kubeconfig.yaml"),
        """
        apiVersion: v1
        kind: Config
        current-context: training
        contexts: [{name: training, context: {cluster: training, user: training}}]
        clusters:
        - name: training
          cluster: {server: "https://127.0.0.1:%1$d", certificate-authority: %2$s/server.crt}
        users:
        - name: training
          user: {client-certificate: %2$s/client.crt, client-key: %2$s/client.key}
        """
            .formatted(port, directory));
  }

  private static SslContext tls(Path directory) throws IOException, GeneralSecurityException {
    KeyPair server = PrivateKeys.generate();
    X509Certificate own = signed(directory, "server", server);
    KeyPair client = PrivateKeys.generate();
    X509Certificate _ = signed(directory, "client", client);
    Files.writeString(directory.resolve("client.key"), PrivateKeys.write(client));
    return SslContextBuilder.forServer(server.getPrivate(), own)
        .sslProvider(SslProvider.JDK)
        .trustManager(InsecureTrustManagerFactory.INSTANCE)
        .clientAuth(ClientAuth.OPTIONAL)
        .applicationProtocolConfig(
            new ApplicationProtocolConfig(
                ApplicationProtocolConfig.Protocol.ALPN,
                ApplicationProtocolConfig.SelectorFailureBehavior.NO_ADVERTISE,
                ApplicationProtocolConfig.SelectedListenerFailureBehavior.ACCEPT,
                "h2"))
        .build();
  }

  private static X509Certificate signed(Path directory, String name, KeyPair key)
      throws IOException, GeneralSecurityException {
    Subject subject =
        new Subject(
            name, List.of(), List.of("localhost"), List.of(InetAddress.ofLiteral("127.0.0.1")));
    X509Certificate made = SelfSigned.server(key, subject, Instant.now(), VALID);
    Files.writeString(directory.resolve(name + ".crt"), Certificates.write(List.of(made)));
    return made;
  }

  @Override
  public void close() {
    var _ = channel.close();
    var _ = loop.shutdownGracefully(0, 1, TimeUnit.SECONDS);
  }
}
