package dev.jubelet.model.scheduling;

public record PodSchedulingGate(String name) {}
