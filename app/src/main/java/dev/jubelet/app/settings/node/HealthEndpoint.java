package dev.jubelet.app.settings.node;

import java.net.InetAddress;

/** Where the node answers health checks. */
public record HealthEndpoint(InetAddress address, int port) {}
