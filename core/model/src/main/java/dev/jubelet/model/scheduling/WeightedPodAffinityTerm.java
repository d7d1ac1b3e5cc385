package dev.jubelet.model.scheduling;

public record WeightedPodAffinityTerm(int weight, PodAffinityTerm podAffinityTerm) {}
