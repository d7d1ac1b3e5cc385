package dev.jubelet.images;

import dev.jubelet.images.content.ContentStore;
import dev.jubelet.images.content.Digest;
import dev.jubelet.images.pull.Lease;
import dev.jubelet.images.registry.Descriptor;
import dev.jubelet.images.registry.Manifest;
import dev.jubelet.images.snapshot.ChainId;
import dev.jubelet.images.snapshot.RootFilesystems;
import dev.jubelet.images.snapshot.Snapshots;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Removes blobs and layers that no image, no root and no pull under way uses. A pull says what it
 * is about to use before it looks whether it is there, and nothing is removed in between.
 */
final class ContentGarbageCollector {
  private final ContentStore content;
  private final Snapshots snapshots;
  private final RootFilesystems roots;
  private final List<Held> held = new ArrayList<>();

  ContentGarbageCollector(ContentStore content, Snapshots snapshots, RootFilesystems roots) {
    this.content = content;
    this.snapshots = snapshots;
    this.roots = roots;
  }

  /** What one pull uses, until it is closed. */
  final class Held implements Lease, AutoCloseable {
    private final Set<Digest> blobs = new HashSet<>();
    private final Set<Digest> chains = new HashSet<>();

    @Override
    public void blobs(Collection<Digest> digests) {
      synchronized (held) {
        blobs.addAll(digests);
      }
    }

    @Override
    public void chains(Collection<Digest> digests) {
      synchronized (held) {
        chains.addAll(digests);
      }
    }

    @Override
    public void close() {
      synchronized (held) {
        held.remove(this);
      }
    }
  }

  Held hold() {
    synchronized (held) {
      Held lease = new Held();
      held.add(lease);
      return lease;
    }
  }

  /**
   * @param kept images that stay
   * @param targets blobs that names mean beside the manifests
   */
  void collect(Collection<StoredImage> kept, Collection<Digest> targets) throws IOException {
    synchronized (held) {
      collectWhole(kept, targets);
      content.sweep();
    }
  }

  /** Leaves downloads alone that can be gone on with. */
  void collectWhole(Collection<StoredImage> kept, Collection<Digest> targets) throws IOException {
    synchronized (held) {
      Set<Digest> blobs = new HashSet<>(targets);
      for (StoredImage image : kept) {
        Manifest manifest = image.manifest();
        blobs.add(manifest.self().digest());
        blobs.add(manifest.config().digest());
        manifest.layers().stream().map(Descriptor::digest).forEach(blobs::add);
      }
      for (Held lease : held) {
        blobs.addAll(lease.blobs);
      }
      for (Digest blob : content.digests()) {
        if (!blobs.contains(blob)) {
          content.delete(blob);
        }
      }
      // After the blobs: another name for a layer needs a little room, which a full disk has now.
      collectLayers(kept);
    }
  }

  /** Leaves blobs alone. The files of layers go with {@link #sweep}. */
  void collectLayers(Collection<StoredImage> kept) throws IOException {
    synchronized (held) {
      Set<Digest> chains = new HashSet<>(roots.used());
      for (StoredImage image : kept) {
        chains.addAll(ChainId.of(image.config().diffIds()));
      }
      for (Held lease : held) {
        chains.addAll(lease.chains);
      }
      for (Digest chain : snapshots.all()) {
        if (!chains.contains(chain)) {
          roots.forget(chain);
          snapshots.delete(chain);
        }
      }
    }
  }

  /** Removes the files of what was collected, while others pull images and make roots. */
  void sweep() throws IOException {
    snapshots.sweep();
    roots.sweep();
  }
}
