package dev.jubelet.model.volume.intree;

public record VsphereVirtualDiskVolumeSource(
    String volumePath, String fsType, String storagePolicyName, String storagePolicyID) {}
