package dev.jubelet.cri;

import io.grpc.MethodDescriptor;
import io.grpc.Server;
import io.grpc.ServerServiceDefinition;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerDomainSocketChannel;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A gRPC server on a unix socket that says what the test tells it; all else is UNIMPLEMENTED. */
final class ScriptedServer implements AutoCloseable {
  /** What a script does. */
  interface Script<Q, A> extends Function<Q, A> {}

  private final Path socket;
  private final EventLoopGroup loop = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
  private final ExecutorService work = Executors.newVirtualThreadPerTaskExecutor();
  private final Map<String, ServerServiceDefinition.Builder> services = new LinkedHashMap<>();
  private final List<Object> requests = new CopyOnWriteArrayList<>();
  private @Nullable Server server;

  ScriptedServer(Path directory) {
    this.socket = directory.resolve("s.sock");
  }

  String endpoint() {
    return "unix://" + socket;
  }

  /** Everything asked so far. */
  <Q> List<Q> requests(Class<Q> type) {
    List<Q> found = new ArrayList<>();
    for (Object request : requests) {
      if (type.isInstance(request)) {
        found.add(type.cast(request));
      }
    }
    return found;
  }

  <Q, A> ScriptedServer answer(MethodDescriptor<Q, A> method, Script<Q, A> script) {
    service(method)
        .addMethod(
            method,
            ServerCalls.asyncUnaryCall((Q request, StreamObserver<A> answers) -> {
              requests.add(request == null ? "" : request);
              try {
                answers.onNext(script.apply(request));
                answers.onCompleted();
              } catch (StatusRuntimeException failure) {
                answers.onError(failure);
              }
            }));
    return this;
  }

  <Q, A> ScriptedServer fail(MethodDescriptor<Q, A> method, Status status) {
    return answer(
        method,
        request -> {
          throw status.asRuntimeException();
        });
  }

  <Q, A> ScriptedServer stream(
      MethodDescriptor<Q, A> method, BiConsumer<Q, ServerCallStreamObserver<A>> script) {
    service(method)
        .addMethod(
            method,
            ServerCalls.asyncServerStreamingCall((Q request, StreamObserver<A> answers) ->
                script.accept(request, (ServerCallStreamObserver<A>) answers)));
    return this;
  }

  private ServerServiceDefinition.Builder service(MethodDescriptor<?, ?> method) {
    return services.computeIfAbsent(
        Objects.requireNonNull(method.getServiceName()), ServerServiceDefinition::builder);
  }

  ScriptedServer start() throws IOException {
    Files.deleteIfExists(socket);
    NettyServerBuilder builder =
        NettyServerBuilder.forAddress(UnixDomainSocketAddress.of(socket))
            .channelType(NioServerDomainSocketChannel.class)
            .bossEventLoopGroup(loop)
            .workerEventLoopGroup(loop)
            .executor(work);
    services.values().forEach(service -> builder.addService(service.build()));
    server = builder.build().start();
    return this;
  }

  void stop() throws IOException {
    Server running = server;
    if (running != null) {
      running.shutdownNow();
      try {
        running.awaitTermination(5, TimeUnit.SECONDS);
      } catch (InterruptedException stop) {
        Thread.currentThread().interrupt();
      }
      server = null;
    }
    Files.deleteIfExists(socket);
  }

  @Override
  public void close() throws IOException {
    stop();
    work.shutdownNow();
    var _ = loop.shutdownGracefully(0, 1, TimeUnit.SECONDS);
  }
}
