package dev.jubelet.model.container.handler;

import org.jspecify.annotations.Nullable;

public record LifecycleHandler(
    @Nullable ExecAction exec,
    @Nullable HttpGetAction httpGet,
    @Nullable TcpSocketAction tcpSocket,
    @Nullable SleepAction sleep) {}
