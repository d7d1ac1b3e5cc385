package dev.jubelet.model.container;

import org.jspecify.annotations.Nullable;

public record ContainerRestartRule(
    ContainerRestartRuleAction action, @Nullable ContainerRestartRuleOnExitCodes exitCodes) {}
