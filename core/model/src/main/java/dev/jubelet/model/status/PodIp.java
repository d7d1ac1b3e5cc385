package dev.jubelet.model.status;

public record PodIp(String ip) {}
