package dev.jubelet.model.container;

public record ContainerPort(
    String name, int hostPort, int containerPort, Protocol protocol, String hostIP) {}
