package dev.jubelet.testkit;

import dev.jubelet.model.pod.Pod;
import dev.jubelet.ports.PodDirectories;
import dev.jubelet.testkit.contract.PodDirectoriesContract;
import java.util.Optional;

class FakeDirectoriesContractTest extends PodDirectoriesContract {
  private final Outside outside = Outside.virtual(() -> ManualTime.DAWN);
  private final FakeDirectories directories =
      FakeDirectories.beside(new FakeVolumes(outside), outside);

  @Override
  protected PodDirectories directories() {
    return directories;
  }

  @Override
  protected String logDirectory(Pod pod) {
    return "/var/log/pods/%s_%s_%s"
        .formatted(pod.fullName().namespace(), pod.fullName().name(), pod.uid());
  }

  @Override
  protected void write(String path, String text) {
    outside.files().write(path, text);
  }

  @Override
  protected Optional<String> read(String path) {
    return outside.files().read(path);
  }
}
