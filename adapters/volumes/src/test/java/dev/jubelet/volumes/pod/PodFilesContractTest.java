package dev.jubelet.volumes.pod;

import dev.jubelet.model.pod.Pod;
import dev.jubelet.ports.PodDirectories;
import dev.jubelet.testkit.contract.PodDirectoriesContract;
import dev.jubelet.volumes.Node;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.io.TempDir;

final class PodFilesContractTest extends PodDirectoriesContract {
  @TempDir Path temp;

  private PodPaths paths() {
    return Node.in(temp).paths();
  }

  @Override
  protected PodDirectories directories() {
    return new PodFiles(paths());
  }

  @Override
  protected String logDirectory(Pod pod) {
    return paths().podLogs(pod.fullName(), pod.uid()).toString();
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
