package dev.jubelet.model.status;

public record ContainerExtendedResourceRequest(
    String containerName, String resourceName, String requestName) {}
