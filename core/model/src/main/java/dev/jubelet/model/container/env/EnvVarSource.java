package dev.jubelet.model.container.env;

import org.jspecify.annotations.Nullable;

public record EnvVarSource(
    @Nullable ObjectFieldSelector fieldRef,
    @Nullable ResourceFieldSelector resourceFieldRef,
    @Nullable ConfigMapKeySelector configMapKeyRef,
    @Nullable SecretKeySelector secretKeyRef,
    @Nullable FileKeySelector fileKeyRef) {}
