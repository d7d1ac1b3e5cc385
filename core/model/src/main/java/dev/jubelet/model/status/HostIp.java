package dev.jubelet.model.status;

public record HostIp(String ip) {}
