package dev.jubelet.model.container.handler;

public record SleepAction(long seconds) {}
