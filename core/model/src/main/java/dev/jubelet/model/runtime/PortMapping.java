package dev.jubelet.model.runtime;

import dev.jubelet.model.container.Protocol;

public record PortMapping(Protocol protocol, int containerPort, int hostPort, String hostIp) {}
