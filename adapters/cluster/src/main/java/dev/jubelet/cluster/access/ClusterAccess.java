package dev.jubelet.cluster.access;

import java.net.URI;
import java.util.Optional;

/**
 * An API server and how to reach it.
 *
 * @param server without a slash at its end
 * @param tlsServerName the name that its certificate must have, or "" for that in the address
 * @param insecure whether any certificate is believed
 * @param authorities who vouches for the server; nothing for those that this machine knows
 */
public record ClusterAccess(
    URI server,
    String tlsServerName,
    boolean insecure,
    Optional<TextSource> authorities,
    Optional<URI> proxy,
    boolean compression,
    UserAccess user) {}
