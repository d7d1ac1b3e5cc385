package dev.jubelet.ports.stream;

public record TerminalSize(int width, int height) {}
