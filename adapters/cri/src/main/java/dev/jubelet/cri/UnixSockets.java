package dev.jubelet.cri;

import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;

/** What both ends of a CRI socket agree on. */
public final class UnixSockets {
  public static final int MESSAGE_MAX = 16 << 20;
  // Error texts travel as metadata, and those of runc can be longer than the 8 KiB of the default.
  public static final int METADATA_MAX = 256 << 10;
  // A fixed window; the measured one of the default costs a ping with every answer.
  public static final int WINDOW = 1 << 20;

  // gRPC sets SO_KEEPALIVE on every channel, and Netty warns that unix sockets do not have it. The
  // field keeps the logger from being collected together with its level.
  private static final Logger BOOTSTRAP_LOGGER = Logger.getLogger("io.netty.bootstrap");

  static {
    BOOTSTRAP_LOGGER.setLevel(Level.SEVERE);
  }

  private UnixSockets() {}

  /** One thread for all input and output. */
  public static EventLoopGroup loop(String name) {
    return new MultiThreadIoEventLoopGroup(
        1, Thread.ofPlatform().daemon().name(name).factory(), NioIoHandler.newFactory());
  }

  public static void stop(EventLoopGroup loop) {
    var _ = loop.shutdownGracefully(0, 1, TimeUnit.SECONDS);
  }
}
