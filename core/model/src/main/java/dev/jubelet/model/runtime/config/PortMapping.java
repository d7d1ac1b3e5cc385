package dev.jubelet.model.runtime.config;

import dev.jubelet.model.container.Protocol;

public record PortMapping(Protocol protocol, int containerPort, int hostPort, String hostIp) {}
