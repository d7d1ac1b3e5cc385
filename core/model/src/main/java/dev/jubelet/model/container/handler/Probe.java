package dev.jubelet.model.container.handler;

import org.jspecify.annotations.Nullable;

public record Probe(
    @Nullable ExecAction exec,
    @Nullable HttpGetAction httpGet,
    @Nullable TcpSocketAction tcpSocket,
    @Nullable GrpcAction grpc,
    int initialDelaySeconds,
    int timeoutSeconds,
    int periodSeconds,
    int successThreshold,
    int failureThreshold,
    @Nullable Long terminationGracePeriodSeconds) {}
