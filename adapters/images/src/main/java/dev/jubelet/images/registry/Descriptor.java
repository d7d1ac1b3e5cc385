package dev.jubelet.images.registry;

import dev.jubelet.images.content.Digest;

/** OCI: what another document or blob is, as the one that refers to it says. */
public record Descriptor(String mediaType, Digest digest, long size) {}
