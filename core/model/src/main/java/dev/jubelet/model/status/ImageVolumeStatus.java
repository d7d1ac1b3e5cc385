package dev.jubelet.model.status;

public record ImageVolumeStatus(String imageRef) {}
