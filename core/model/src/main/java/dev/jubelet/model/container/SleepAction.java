package dev.jubelet.model.container;

public record SleepAction(long seconds) {}
