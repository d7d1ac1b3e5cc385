package dev.jubelet.cri;

import dev.jubelet.ports.runtime.ContainerRuntime;

/**
 * A container runtime behind a CRI socket. Connecting does not wait for it: calls fail as
 * UNAVAILABLE while it is away and go through within a second after it has come.
 */
public final class CriRuntime implements AutoCloseable {
  private final CriChannel channel;
  private final ContainerRuntime runtime;

  private CriRuntime(CriChannel channel, ContainerRuntime runtime) {
    this.channel = channel;
    this.runtime = runtime;
  }

  /**
   * @param endpoint such as {@code unix:///run/containerd/containerd.sock}, or the path alone
   * @throws IllegalArgumentException with a message for people when the endpoint is not one
   */
  public static CriRuntime connect(String endpoint, CriSettings settings) {
    CriEndpoint place = CriEndpoint.parse(endpoint);
    CriChannel channel = CriChannel.open(place);
    CriCalls calls = new CriCalls(channel.grpc(), new CriErrors(place), settings);
    CriFacts facts = new CriFacts(calls);
    return new CriRuntime(
        channel,
        new ContainerRuntime(
            new CriSandboxes(calls),
            new CriContainers(calls),
            new CriStreams(calls),
            new CriImages(calls, new ImagePull(calls)),
            facts,
            new CriEvents(calls, facts::version),
            new CriStats(calls)));
  }

  public ContainerRuntime runtime() {
    return runtime;
  }

  @Override
  public void close() {
    channel.close();
  }
}
