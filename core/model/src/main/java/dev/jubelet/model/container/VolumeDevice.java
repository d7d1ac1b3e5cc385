package dev.jubelet.model.container;

public record VolumeDevice(String name, String devicePath) {}
