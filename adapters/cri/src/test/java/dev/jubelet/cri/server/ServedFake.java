package dev.jubelet.cri.server;

import dev.jubelet.cri.CriRuntime;
import dev.jubelet.cri.CriSettings;
import dev.jubelet.ports.MemoryBudget;
import dev.jubelet.ports.runtime.ContainerRuntime;
import dev.jubelet.ports.stream.StreamUrls;
import dev.jubelet.testkit.ManualTime;
import dev.jubelet.testkit.RecordingJournal;
import dev.jubelet.testkit.contract.RuntimeUnderTest;
import dev.jubelet.testkit.runtime.FakeRuntime;
import dev.jubelet.testkit.runtime.FakeRuntimeTime;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** The fake runtime behind our server, seen through our client: both speak the same CRI or fail. */
final class ServedFake implements RuntimeUnderTest, AutoCloseable {
  static final String BUSYBOX = "localhost/busybox:1";

  /** The fake has a streaming server of its own, so that nothing is offered. */
  static final StreamUrls OFFERS =
      (verb, session) -> {
        throw new IllegalStateException("a stream of the fake in this process: " + verb);
      };

  final ManualTime time = new ManualTime();
  final FakeRuntime fake = new FakeRuntime(time::now);
  final RecordingJournal journal = new RecordingJournal();
  final Path socket;
  private final CriServer server;
  private final CriRuntime client;

  ServedFake(Path directory) {
    fake.image(BUSYBOX);
    socket = directory.resolve("cri.sock");
    server = CriServer.start(socket, fake.runtime(), fake.records(), OFFERS, journal);
    client =
        CriRuntime.connect(
            "unix://" + socket,
            CriSettings.DEFAULT,
            new MemoryBudget("answers of the runtime", 32 << 20));
  }

  @Override
  public ContainerRuntime runtime() {
    return client.runtime();
  }

  @Override
  public String busybox() {
    return BUSYBOX;
  }

  @Override
  public String logRoot() {
    return "/var/log/pods";
  }

  @Override
  public Instant now() {
    return fake.outside().now();
  }

  @Override
  public Optional<String> file(String path) {
    return fake.outside().files().read(path);
  }

  @Override
  public void makeDirectory(String path) {
    // Files of the fake need no directories.
  }

  @Override
  public boolean await(BooleanSupplier condition, Duration limit) {
    return new FakeRuntimeTime(time, fake).await(condition, limit);
  }

  @Override
  public void close() {
    client.close();
    server.close();
  }
}
