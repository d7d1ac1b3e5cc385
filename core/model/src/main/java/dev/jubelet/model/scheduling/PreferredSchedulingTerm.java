package dev.jubelet.model.scheduling;

public record PreferredSchedulingTerm(int weight, NodeSelectorTerm preference) {}
