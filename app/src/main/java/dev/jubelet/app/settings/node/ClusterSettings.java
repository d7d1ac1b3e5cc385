package dev.jubelet.app.settings.node;

import java.nio.file.Path;
import java.util.Optional;

/**
 * The cluster that the node is to join.
 *
 * @param kubeconfig may not exist yet when there is another one to begin with
 * @param bootstrapKubeconfig how to ask for credentials of our own
 * @param certificates the directory of our certificates and their keys
 * @param rotatesCertificates whether the client certificate is renewed before it expires
 * @param requestsPerSecond to the API server, 0 for as many as one likes
 */
public record ClusterSettings(
    Path kubeconfig,
    Optional<Path> bootstrapKubeconfig,
    Path certificates,
    boolean rotatesCertificates,
    int requestsPerSecond,
    int requestBurst) {}
