package dev.jubelet.runtime;

import dev.jubelet.images.ImageStore;
import dev.jubelet.images.PullResult;
import dev.jubelet.images.StoredImage;
import dev.jubelet.linux.file.TreeUsage;
import dev.jubelet.linux.kernel.LinuxException;
import dev.jubelet.model.runtime.ImageFilesystem;
import dev.jubelet.model.runtime.ObservedImage;
import dev.jubelet.model.runtime.config.ImageSpec;
import dev.jubelet.model.runtime.config.RegistryCredential;
import dev.jubelet.model.runtime.config.SandboxConfig;
import dev.jubelet.ports.OutsideFailure;
import dev.jubelet.ports.runtime.Images;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** Images as CRI has them, out of our own store. */
final class EmbeddedImages implements Images {
  private static final Duration USAGE_FRESH = Duration.ofSeconds(30);

  private final ImageStore store;
  private final ReentrantLock measuring = new ReentrantLock();
  private @Nullable ImageFilesystem usage;

  EmbeddedImages(ImageStore store) {
    this.store = store;
  }

  @Override
  public List<ObservedImage> list() {
    return store.list().stream().map(EmbeddedImages::seen).toList();
  }

  @Override
  public Optional<ObservedImage> status(ImageSpec image) {
    return store.status(image.image()).map(EmbeddedImages::seen);
  }

  private static ObservedImage seen(StoredImage image) {
    String user = image.config().user();
    String name = user.contains(":") ? user.substring(0, user.indexOf(':')) : user;
    Long number = name.isEmpty() ? Long.valueOf(0) : number(name);
    return new ObservedImage(
        image.id().toString(),
        image.names(),
        image.digests(),
        image.bytes(),
        number,
        number == null ? name : "",
        image.pinned());
  }

  private static @Nullable Long number(String name) {
    try {
      long number = Long.parseLong(name);
      return number < 0 ? null : Long.valueOf(number);
    } catch (NumberFormatException word) {
      return null;
    }
  }

  @Override
  public String pull(
      ImageSpec image, @Nullable RegistryCredential credential, @Nullable SandboxConfig pod) {
    return switch (store.pull(image.image(), credential)) {
      case PullResult.Pulled pulled -> pulled.image().id().toString();
      case PullResult.Failed failed -> throw new OutsideFailure(failed.kind(), failed.message());
    };
  }

  @Override
  public void remove(ImageSpec image) {
    try {
      store.remove(image.image());
    } catch (IOException refused) {
      throw LinuxException.asFailure("cannot remove image " + image.image(), refused);
    }
  }

  @Override
  public List<ImageFilesystem> filesystems() {
    // One walk at a time: each takes memory, and those who wait find it taken.
    measuring.lock();
    try {
      ImageFilesystem known = usage;
      if (known == null || known.at().plus(USAGE_FRESH).isBefore(Instant.now())) {
        known = measured();
        usage = known;
      }
      return List.of(known);
    } finally {
      measuring.unlock();
    }
  }

  private ImageFilesystem measured() {
    Path place = store.place();
    try {
      TreeUsage all = TreeUsage.of(place);
      return new ImageFilesystem(place.toString(), all.bytes(), all.inodes(), Instant.now());
    } catch (LinuxException refused) {
      throw refused.asFailure("cannot measure " + place);
    }
  }
}
