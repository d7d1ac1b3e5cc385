package dev.jubelet.decide.probe;

import dev.jubelet.model.runtime.ContainerId;

/** One probe of one instance of a container. */
public record ProbeKey(String container, ContainerId instance, ProbeKind kind) {}
