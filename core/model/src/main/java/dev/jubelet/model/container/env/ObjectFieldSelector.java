package dev.jubelet.model.container.env;

public record ObjectFieldSelector(String apiVersion, String fieldPath) {}
