package dev.jubelet.model.pod;

public record LocalObjectReference(String name) {}
