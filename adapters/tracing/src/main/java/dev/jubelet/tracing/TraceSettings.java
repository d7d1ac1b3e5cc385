package dev.jubelet.tracing;

/**
 * What is told, where, and by whom.
 *
 * @param perMillion how many of a million starts are told
 */
public record TraceSettings(
    CollectorAddress collector, int perMillion, String nodeName, String version) {}
