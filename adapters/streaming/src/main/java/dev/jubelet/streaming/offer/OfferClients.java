package dev.jubelet.streaming.offer;

import io.netty.channel.Channel;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * Everybody who is connected, up to a bound. Who has not asked yet gives way to a newcomer; who is
 * being served does not.
 */
final class OfferClients {
  private final int most;
  private final Set<Channel> waiting = new LinkedHashSet<>();
  private final Set<Channel> served = new LinkedHashSet<>();

  OfferClients(int most) {
    this.most = most;
  }

  /** False when there is no room. */
  synchronized boolean admit(Channel client) {
    if (waiting.size() + served.size() >= most) {
      if (waiting.isEmpty()) {
        return false;
      }
      Channel oldest = waiting.iterator().next();
      waiting.remove(oldest);
      oldest.close();
    }
    waiting.add(client);
    client.closeFuture().addListener(closed -> gone(client));
    return true;
  }

  synchronized void serves(Channel client) {
    if (waiting.remove(client)) {
      served.add(client);
    }
  }

  private synchronized void gone(Channel client) {
    waiting.remove(client);
    served.remove(client);
  }
}
