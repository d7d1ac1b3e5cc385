package dev.jubelet.model.security;

import org.jspecify.annotations.Nullable;

public record WindowsSecurityContextOptions(
    @Nullable String gmsaCredentialSpecName,
    @Nullable String gmsaCredentialSpec,
    @Nullable String runAsUserName,
    @Nullable Boolean hostProcess) {}
