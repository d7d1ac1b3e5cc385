package dev.jubelet.ports.stream;

/** Which streams of a process a client asked for. */
public record StreamOptions(boolean stdin, boolean stdout, boolean stderr, boolean tty) {}
