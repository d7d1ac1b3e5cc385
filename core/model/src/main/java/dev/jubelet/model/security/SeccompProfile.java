package dev.jubelet.model.security;

import org.jspecify.annotations.Nullable;

public record SeccompProfile(SeccompProfileType type, @Nullable String localhostProfile) {}
