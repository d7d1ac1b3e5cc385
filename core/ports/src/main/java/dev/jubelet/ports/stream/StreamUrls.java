package dev.jubelet.ports.stream;

/**
 * Turns a session of this process into an address, for clients on the other side of a socket. An
 * address serves one client, and only for a short time.
 */
@FunctionalInterface
public interface StreamUrls {
  /**
   * @param verb the first word of the address's path: exec, attach or portforward
   * @return the address for the client
   */
  String offer(String verb, StreamSession session);
}
