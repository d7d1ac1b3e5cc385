package dev.jubelet.model.container.handler;

import dev.jubelet.model.meta.IntOrString;
import org.jspecify.annotations.Nullable;

public record TcpSocketAction(@Nullable IntOrString port, String host) {}
