package dev.jubelet.model.container.handler;

import org.jspecify.annotations.Nullable;

public record GrpcAction(int port, @Nullable String service) {}
