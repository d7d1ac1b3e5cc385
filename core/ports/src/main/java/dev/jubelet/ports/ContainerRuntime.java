package dev.jubelet.ports;

/** One container runtime: the embedded one, a remote one over CRI, or the fake one of the tests. */
public record ContainerRuntime(
    Sandboxes sandboxes,
    Containers containers,
    ContainerStreams streams,
    Images images,
    RuntimeFacts facts,
    RuntimeEvents events,
    RuntimeStats stats) {}
