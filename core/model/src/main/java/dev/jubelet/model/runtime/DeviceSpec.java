package dev.jubelet.model.runtime;

public record DeviceSpec(String containerPath, String hostPath, String permissions) {}
