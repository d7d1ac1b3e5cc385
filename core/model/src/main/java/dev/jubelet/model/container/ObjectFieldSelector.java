package dev.jubelet.model.container;

public record ObjectFieldSelector(String apiVersion, String fieldPath) {}
