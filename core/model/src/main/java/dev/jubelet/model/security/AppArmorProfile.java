package dev.jubelet.model.security;

import org.jspecify.annotations.Nullable;

public record AppArmorProfile(AppArmorProfileType type, @Nullable String localhostProfile) {}
