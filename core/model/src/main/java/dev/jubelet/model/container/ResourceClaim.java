package dev.jubelet.model.container;

public record ResourceClaim(String name, String request) {}
