package dev.jubelet.ports.runtime;

import io.soabase.recordbuilder.core.RecordBuilder;

/** One container runtime: the embedded one, a remote one over CRI, or the fake one of the tests. */
@RecordBuilder
public record ContainerRuntime(
    Sandboxes sandboxes,
    Containers containers,
    ContainerStreams streams,
    Images images,
    RuntimeFacts facts,
    RuntimeEvents events,
    RuntimeStats stats) {}
