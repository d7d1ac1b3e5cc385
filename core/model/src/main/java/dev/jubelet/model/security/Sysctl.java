package dev.jubelet.model.security;

public record Sysctl(String name, String value) {}
