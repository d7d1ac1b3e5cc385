package dev.jubelet.model.status;

public record ContainerStateWaiting(String reason, String message) {}
