package dev.jubelet.cluster.node;

import dev.jubelet.cluster.client.ApiServer;
import dev.jubelet.ports.Effects;
import dev.jubelet.ports.Jitter;
import dev.jubelet.ports.Journal;
import dev.jubelet.ports.NodeTime;

/** What the keepers of the node's objects work with. */
public record NodeApiContext(
    ApiServer api, Effects effects, NodeTime time, Jitter jitter, Journal journal) {}
