package dev.jubelet.decide.volume;

import dev.jubelet.model.objects.Blob;

/** A file that we write for containers to read. */
public record VolumeFile(Blob content, int mode) {}
