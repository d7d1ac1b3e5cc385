package dev.jubelet.model.runtime;

public record RuntimeVersion(String name, String version, String apiVersion) {}
