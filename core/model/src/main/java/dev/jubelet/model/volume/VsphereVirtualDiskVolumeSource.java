package dev.jubelet.model.volume;

public record VsphereVirtualDiskVolumeSource(
    String volumePath, String fsType, String storagePolicyName, String storagePolicyID) {}
