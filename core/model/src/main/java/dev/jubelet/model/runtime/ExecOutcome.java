package dev.jubelet.model.runtime;

public record ExecOutcome(byte[] stdout, byte[] stderr, int exitCode) {}
