package dev.jubelet.cluster.node;

import dev.jubelet.cluster.client.ApiServer;
import dev.jubelet.ports.Dice;
import dev.jubelet.ports.Effects;
import dev.jubelet.ports.Journal;
import dev.jubelet.ports.NodeTime;

/** What the keepers of the node's objects work with. */
public record NodeMeans(
    ApiServer api, Effects effects, NodeTime time, Dice dice, Journal journal) {}
