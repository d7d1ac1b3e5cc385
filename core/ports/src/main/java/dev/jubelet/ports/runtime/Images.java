package dev.jubelet.ports.runtime;

import dev.jubelet.model.runtime.ImageFilesystem;
import dev.jubelet.model.runtime.ObservedImage;
import dev.jubelet.model.runtime.config.ImageSpec;
import dev.jubelet.model.runtime.config.RegistryCredential;
import dev.jubelet.model.runtime.config.SandboxConfig;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The runtime's images. */
public interface Images {
  List<ObservedImage> list();

  Optional<ObservedImage> status(ImageSpec image);

  /** Ends when no progress is seen. The answer is the image's reference in the runtime. */
  String pull(
      ImageSpec image, @Nullable RegistryCredential credential, @Nullable SandboxConfig pod);

  void remove(ImageSpec image);

  List<ImageFilesystem> filesystems();
}
