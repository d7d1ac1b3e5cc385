package dev.jubelet.model.pod;

public record PodReadinessGate(String conditionType) {}
