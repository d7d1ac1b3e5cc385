package dev.jubelet.ports.stream;

import java.io.IOException;

/** A process behind exec or attach. */
@FunctionalInterface
public interface RemoteCommand {
  /**
   * Runs it, or joins it, until it ends; blocks a virtual thread, which is interrupted once the
   * client has gone.
   *
   * @throws IOException when it could not be run; the client is told the message
   */
  CommandEnd run(ProcessStreams streams) throws IOException, InterruptedException;
}
