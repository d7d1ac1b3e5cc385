package dev.jubelet.streaming;

/** Where streams are offered. An address serves one client, and only for a short time. */
public interface StreamOffers {
  /**
   * @param verb the first word of the address's path: exec, attach or portforward
   * @return the address for the client
   */
  String offer(String verb, StreamSession session);
}
