package dev.jubelet.app.settings.node;

import java.time.Duration;

/**
 * How the node is shown to its cluster.
 *
 * @param providerId what the cloud calls this machine, or ""
 * @param port of the node's own server
 * @param maxImages how many images are shown, -1 for all
 * @param every how often the status is sent though nothing changed
 * @param controllersAttach whether a controller attaches volumes, and not the node
 * @param eventsPerSecond 0 for as many as there are
 */
public record ReportSettings(
    String providerId,
    int port,
    int maxImages,
    Duration every,
    Duration leaseLasts,
    boolean controllersAttach,
    int eventsPerSecond,
    int eventBurst) {}
