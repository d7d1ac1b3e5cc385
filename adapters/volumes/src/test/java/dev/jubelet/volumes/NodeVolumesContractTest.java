package dev.jubelet.volumes;

import dev.jubelet.ports.PodVolumes;
import dev.jubelet.testkit.Needed;
import dev.jubelet.testkit.contract.PodVolumesContract;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;

final class NodeVolumesContractTest extends PodVolumesContract {
  // The contract asks for it before JUnit injects anything.
  private static final Path HOST =
      Path.of(System.getProperty("java.io.tmpdir"), "jubelet-host-" + UUID.randomUUID());

  @TempDir Path temp;

  @AfterEach
  void removeHostDirectory() throws IOException {
    Files.deleteIfExists(HOST.resolve("note"));
    Files.deleteIfExists(HOST);
  }

  @Override
  protected PodVolumes volumes() {
    return Node.in(temp).volumes();
  }

  @Override
  protected void needMounts() {
    Needed.root();
  }

  @Override
  protected String hostDirectory() {
    HOST.toFile().mkdirs();
    return HOST.toString();
  }

  @Override
  protected boolean isDirectory(String path) {
    return Files.isDirectory(Path.of(path));
  }

  @Override
  protected void write(String path, String text) {
    Node.write(path, text);
  }

  @Override
  protected Optional<String> read(String path) {
    return Node.read(path);
  }
}
