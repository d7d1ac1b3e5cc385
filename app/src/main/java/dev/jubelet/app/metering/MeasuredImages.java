package dev.jubelet.app.metering;

import dev.jubelet.model.runtime.ImageFilesystem;
import dev.jubelet.model.runtime.ObservedImage;
import dev.jubelet.model.runtime.config.ImageSpec;
import dev.jubelet.model.runtime.config.RegistryCredential;
import dev.jubelet.model.runtime.config.SandboxConfig;
import dev.jubelet.ports.runtime.Images;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

record MeasuredImages(Images inner, Meter meter) implements Images {
  @Override
  public List<ObservedImage> list() {
    return meter.measure("list_images", inner::list);
  }

  @Override
  public Optional<ObservedImage> status(ImageSpec image) {
    return meter.measure("image_status", () -> inner.status(image));
  }

  @Override
  public String pull(
      ImageSpec image, @Nullable RegistryCredential credential, @Nullable SandboxConfig pod) {
    return meter.measure("pull_image", () -> inner.pull(image, credential, pod));
  }

  @Override
  public void remove(ImageSpec image) {
    meter.measure("remove_image", () -> inner.remove(image));
  }

  @Override
  public List<ImageFilesystem> filesystems() {
    return meter.measure("image_fs_info", inner::filesystems);
  }
}
