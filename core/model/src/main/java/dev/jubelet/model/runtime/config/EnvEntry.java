package dev.jubelet.model.runtime.config;

public record EnvEntry(String key, String value) {}
