package dev.jubelet.testkit.runtime;

import dev.jubelet.ports.runtime.ContainerRuntime;
import dev.jubelet.testkit.ManualTime;
import dev.jubelet.testkit.contract.RuntimeUnderTest;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** The fake runtime on manual time: waiting moves the clock. */
final class FakeRuntimeUnderTest implements RuntimeUnderTest {
  static final String BUSYBOX = "localhost/busybox:1";

  final ManualTime time = new ManualTime();
  final FakeRuntime fake = new FakeRuntime(time::now);

  FakeRuntimeUnderTest() {
    fake.image(BUSYBOX);
  }

  @Override
  public ContainerRuntime runtime() {
    return fake.runtime();
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
}
