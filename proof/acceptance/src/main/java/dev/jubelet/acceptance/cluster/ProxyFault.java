package dev.jubelet.acceptance.cluster;

/** What can be wrong on the way to an API server. */
public enum ProxyFault {
  NONE,
  /** Every connection, old or new, is reset. */
  RESET,
  /** No packet arrives, in either direction; connections stay. */
  DROP,
  /** Old connections are cut, and new ones meet a certificate of an unknown authority. */
  TLS_ERROR,
  /** Old connections are cut, and new ones get 500 for every request. */
  SERVER_ERROR,
  /** Old connections are cut, and new ones get 429 with Retry-After for every request. */
  TOO_MANY,
  /** Answers trickle. */
  ONE_BYTE_PER_SECOND,
  /** Old connections never carry a byte again and are never closed; new ones work. */
  HALF_OPEN
}
