package dev.jubelet.streaming;

public record TerminalSize(int width, int height) {}
