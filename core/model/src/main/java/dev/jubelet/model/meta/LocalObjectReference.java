package dev.jubelet.model.meta;

public record LocalObjectReference(String name) {}
