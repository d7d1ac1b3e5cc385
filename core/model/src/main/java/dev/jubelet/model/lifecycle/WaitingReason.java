package dev.jubelet.model.lifecycle;

/** Why a container is not running (or a pod not going on), in Kubernetes' word and a sentence. */
public record WaitingReason(String reason, String message) {}
