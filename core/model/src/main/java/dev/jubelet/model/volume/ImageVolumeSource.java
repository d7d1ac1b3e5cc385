package dev.jubelet.model.volume;

import dev.jubelet.model.container.PullPolicy;

public record ImageVolumeSource(String reference, PullPolicy pullPolicy) {}
