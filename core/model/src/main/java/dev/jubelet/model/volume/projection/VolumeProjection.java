package dev.jubelet.model.volume.projection;

import org.jspecify.annotations.Nullable;

public record VolumeProjection(
    @Nullable SecretProjection secret,
    @Nullable DownwardApiProjection downwardAPI,
    @Nullable ConfigMapProjection configMap,
    @Nullable ServiceAccountTokenProjection serviceAccountToken,
    @Nullable ClusterTrustBundleProjection clusterTrustBundle,
    @Nullable PodCertificateProjection podCertificate) {}
