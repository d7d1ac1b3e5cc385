package dev.jubelet.model.runtime;

public record EnvEntry(String key, String value) {}
