package dev.jubelet.acceptance;

import dev.jubelet.app.host.LocalImages;
import dev.jubelet.cri.CriRuntime;
import dev.jubelet.cri.CriSettings;
import dev.jubelet.ports.ContainerRuntime;
import dev.jubelet.testkit.Await;
import dev.jubelet.testkit.contract.RuntimeUnderTest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** A real containerd behind our CRI client, held to the contract of every runtime. */
final class RealRuntime implements RuntimeUnderTest, AutoCloseable {
  private final RealNode node;
  private final CriRuntime cri;
  private final boolean tellsEvents;

  RealRuntime(TestRuntime containerd, boolean tellsEvents) {
    this.tellsEvents = tellsEvents;
    node = RealParts.node(containerd.exactly());
    cri = CriRuntime.connect(node.runtime().endpoint(), CriSettings.DEFAULT);
  }

  @Override
  public ContainerRuntime runtime() {
    return cri.runtime();
  }

  @Override
  public boolean tellsEvents() {
    return tellsEvents;
  }

  @Override
  public String busybox() {
    return LocalImages.BUSYBOX;
  }

  @Override
  public String logRoot() {
    return node.logs().toString();
  }

  @Override
  public String cgroupParent() {
    return "/" + node.cgroupRoot();
  }

  @Override
  public Instant now() {
    return Instant.now();
  }

  @Override
  public Optional<String> file(String path) {
    try {
      return Optional.of(Files.readString(Path.of(path)));
    } catch (NoSuchFileException absent) {
      return Optional.empty();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void makeDirectory(String path) {
    try {
      Files.createDirectories(Path.of(path));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public boolean await(BooleanSupplier condition, Duration limit) {
    return Await.within(limit, condition::getAsBoolean);
  }

  @Override
  public void close() {
    cri.close();
    node.close();
  }
}
