package dev.jubelet.model.container;

import dev.jubelet.model.meta.IntOrString;
import org.jspecify.annotations.Nullable;

public record TcpSocketAction(@Nullable IntOrString port, String host) {}
