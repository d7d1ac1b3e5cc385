package dev.jubelet.ports;

/** What everything that works on a node works with. */
public record NodeServices(NodeTime time, Effects effects, Jitter jitter, Journal journal) {}
