package dev.jubelet.model.pod;

import org.jspecify.annotations.Nullable;

public record PodDnsConfigOption(String name, @Nullable String value) {}
