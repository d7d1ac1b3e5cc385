package dev.jubelet.model.runtime.config;

public record DeviceSpec(String containerPath, String hostPath, String permissions) {}
