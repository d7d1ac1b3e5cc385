package dev.jubelet.images.pull;

import dev.jubelet.decide.image.ImageName;
import dev.jubelet.images.content.ContentStore;
import dev.jubelet.images.content.Digest;
import dev.jubelet.images.registry.BlobSource;
import dev.jubelet.images.registry.Descriptor;
import dev.jubelet.images.registry.DocumentMemory;
import dev.jubelet.images.registry.Documents;
import dev.jubelet.images.registry.ImageConfig;
import dev.jubelet.images.registry.Manifest;
import dev.jubelet.images.registry.Registries;
import dev.jubelet.images.registry.Repository;
import dev.jubelet.images.registry.Resolver;
import dev.jubelet.model.runtime.config.RegistryCredential;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.MemoryBudget;
import dev.jubelet.ports.OutsideFailure;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Pulls one image: its documents first, then all layers side by side. */
public final class RegistryPuller {
  private final ContentStore content;
  private final Registries registries;
  private final DocumentMemory memory;
  private final Resolver resolver;
  private final BlobDownloads blobs;
  private final LayerDownloads layers;

  /** What a pull brought: {@code target} is what the name means, an index or the manifest. */
  public record Pulled(Digest target, Manifest manifest, ImageConfig config) {}

  public RegistryPuller(
      ContentStore content,
      Registries registries,
      Resolver resolver,
      UnpackedLayers unpacked,
      DocumentMemory memory) {
    this.content = content;
    this.memory = memory;
    this.registries = registries;
    this.resolver = resolver;
    this.blobs = new BlobDownloads(content, unpacked.atOnce());
    this.layers = new LayerDownloads(content, unpacked, blobs);
  }

  /**
   * @throws OutsideFailure when it cannot be had; what came is kept only where it can be gone on
   *     with
   */
  public Pulled pull(ImageName name, @Nullable RegistryCredential credential, Lease lease) {
    try {
      Repository repository = registries.repository(name, credential);
      Pulled pulled = documents(name, repository, lease);
      layers.all(pulled.manifest(), pulled.config(), repository.blobs(), lease);
      return pulled;
    } catch (IOException disk) {
      throw new OutsideFailure(
          FailureKind.EXHAUSTED, "the image cannot be stored: " + disk.getMessage(), disk);
    }
  }

  /** When layers come, the documents are on disk and no longer in memory. */
  private Pulled documents(ImageName name, Repository repository, Lease lease) throws IOException {
    try (MemoryBudget.Share share = memory.budget().open()) {
      Resolver.Resolved resolved = resolver.resolve(name, repository, share);
      Manifest manifest = resolved.manifest();
      List<Digest> wanted = new ArrayList<>();
      resolved.documents().forEach(document -> wanted.add(document.digest()));
      wanted.add(manifest.config().digest());
      manifest.layers().forEach(layer -> wanted.add(layer.digest()));
      lease.blobs(wanted);
      ImageConfig config = config(manifest, repository.blobs());
      for (Repository.Document document : resolved.documents()) {
        content.put(document.content());
      }
      return new Pulled(resolved.target(), manifest, config);
    }
  }

  /** Makes an image of blobs that are here already, such as those of an archive. */
  public ImageConfig unpack(Manifest manifest, Lease lease) throws IOException {
    BlobSource nowhere =
        (ingest, _) -> {
          throw new OutsideFailure(FailureKind.NOT_FOUND, ingest.digest() + " is not here");
        };
    ImageConfig config = config(manifest, nowhere);
    layers.all(manifest, config, nowhere, lease);
    return config;
  }

  private ImageConfig config(Manifest manifest, BlobSource source) throws IOException {
    Descriptor described = manifest.config();
    BlobDownloads.Download download = blobs.join(described, source);
    if (download != null) {
      try {
        download.await();
      } finally {
        download.leave();
      }
    }
    ImageConfig config =
        memory.read(
            () -> content.read(described.digest(), Documents.CONFIG_MAX, Documents::config));
    if (config.diffIds().size() != manifest.layers().size()) {
      throw new OutsideFailure(
          FailureKind.BAD_SPEC,
          "the image configuration knows "
              + config.diffIds().size()
              + " layers, the manifest "
              + manifest.layers().size());
    }
    resolver.check(config);
    return config;
  }
}
