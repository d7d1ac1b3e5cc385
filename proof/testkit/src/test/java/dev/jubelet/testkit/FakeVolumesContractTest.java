package dev.jubelet.testkit;

import dev.jubelet.ports.PodVolumes;
import dev.jubelet.testkit.contract.PodVolumesContract;
import java.util.Optional;

class FakeVolumesContractTest extends PodVolumesContract {
  private final Outside outside = Outside.virtual(() -> ManualTime.DAWN);
  private final FakeVolumes volumes = new FakeVolumes(outside);

  @Override
  protected PodVolumes volumes() {
    return volumes;
  }

  @Override
  protected String hostDirectory() {
    return "/srv/contract";
  }

  @Override
  protected boolean isDirectory(String path) {
    return volumes.podsWithMounts().stream()
        .anyMatch(uid -> volumes.mounted(uid).containsValue(path));
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
