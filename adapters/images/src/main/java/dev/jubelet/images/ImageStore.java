package dev.jubelet.images;

import dev.jubelet.decide.image.ImageName;
import dev.jubelet.images.archive.ArchiveImport;
import dev.jubelet.images.content.ContentStore;
import dev.jubelet.images.content.Digest;
import dev.jubelet.images.content.DiskReserve;
import dev.jubelet.images.pull.RegistryPuller;
import dev.jubelet.images.pull.UnpackedLayers;
import dev.jubelet.images.registry.DocumentMemory;
import dev.jubelet.images.registry.Documents;
import dev.jubelet.images.registry.ImageConfig;
import dev.jubelet.images.registry.Manifest;
import dev.jubelet.images.registry.Registries;
import dev.jubelet.images.registry.RegistryHosts;
import dev.jubelet.images.registry.Resolver;
import dev.jubelet.images.snapshot.ChainId;
import dev.jubelet.images.snapshot.RootFilesystems;
import dev.jubelet.images.snapshot.RootOwners;
import dev.jubelet.images.snapshot.Snapshots;
import dev.jubelet.images.unpack.LayerException;
import dev.jubelet.images.unpack.LayerLimits;
import dev.jubelet.model.runtime.config.RegistryCredential;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The images of a node on its disk. Everything in it may be called at any time from any thread, and
 * the process may end at any moment: what is listed is whole.
 */
public final class ImageStore implements AutoCloseable {

  private final Path place;
  private final ContentStore content;
  private final Snapshots snapshots;
  private final RootFilesystems roots;
  private final NameRecords names;
  private final ContentGarbageCollector garbage;
  private final UnpackedLayers unpacked;
  private final Registries registries;
  private final RegistryPuller puller;
  private final ArchiveImport archives;
  private final LayerLimits limits;
  private final DocumentMemory documents;
  private final Map<NameRecord, StoredImage> known = new LinkedHashMap<>();
  private volatile boolean bootMarked;

  public ImageStore(ImageStoreSettings settings) throws IOException {
    Path root =
        Files.createDirectories(
            settings.root(),
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    DiskReserve disk = new DiskReserve(root);
    content = new ContentStore(root.resolve("content"), disk);
    snapshots = new Snapshots(root.resolve("layers"));
    place = root;
    roots = new RootFilesystems(root.resolve("roots"), snapshots, RootFilesystems.kindAt(root));
    names = new NameRecords(root.resolve("names"));
    garbage = new ContentGarbageCollector(content, snapshots, roots);
    unpacked = new UnpackedLayers(snapshots, settings.limits(), disk, settings.layersAtOnce());
    registries =
        new Registries(
            new RegistryHosts(settings.registryConfiguration()),
            settings.proxies(),
            settings.times());
    documents = settings.documents();
    Resolver resolver = new Resolver(settings.platform(), documents);
    puller = new RegistryPuller(content, registries, resolver, unpacked, documents);
    archives = new ArchiveImport(content, resolver, documents);
    limits = settings.limits();
    load();
  }

  /** A name whose image is not whole any more is forgotten: the next pull brings it back. */
  private void load() throws IOException {
    for (NameRecord record : names.all()) {
      Optional<StoredImage> image = whole(record);
      if (image.isPresent()) {
        known.put(record, image.get());
      } else {
        names.remove(record);
      }
    }
    if (!snapshots.ofThisBoot()) {
      // What no name referred to may not have reached the disk before the power went.
      roots.forgetCopies();
      garbage.collectLayers(known.values());
      garbage.sweep();
      try {
        markBoot();
      } catch (IOException full) {
        // Whoever starts on a full disk frees it; the first root of this boot marks it.
      }
    } else {
      bootMarked = true;
    }
  }

  private void markBoot() throws IOException {
    snapshots.markBoot();
    bootMarked = true;
  }

  private Optional<StoredImage> whole(NameRecord record) {
    try {
      Documents.Answer answer = Documents.stored(content, record.manifest(), "");
      if (!(answer instanceof Documents.Answer.Image(Manifest manifest))) {
        return Optional.empty();
      }
      ImageConfig config =
          content.read(manifest.config().digest(), Documents.CONFIG_MAX, Documents::config);
      boolean layers = ChainId.of(config.diffIds()).stream().allMatch(snapshots::has);
      return layers ? Optional.of(StoredImage.unnamed(manifest, config)) : Optional.empty();
    } catch (IOException | OutsideFailure damaged) {
      return Optional.empty();
    }
  }

  /** Brings an image here, or makes sure that it is what its name means now. */
  public PullResult pull(String image, @Nullable RegistryCredential credential) {
    PullResult result = tryPull(image, credential);
    if (result instanceof PullResult.Failed(FailureKind kind, _) && !isWorthKeeping(kind)) {
      removeUnused();
    }
    return result;
  }

  /** What a host that is away sent so far saves the next attempt; the rest only takes room. */
  private static boolean isWorthKeeping(FailureKind kind) {
    return kind != FailureKind.BAD_SPEC && kind != FailureKind.EXHAUSTED;
  }

  private void removeUnused() {
    try {
      synchronized (known) {
        garbage.collectWhole(known.values(), targets());
      }
      garbage.sweep();
    } catch (IOException later) {
      // The next clean-up finds it.
    }
  }

  private List<Digest> targets() {
    return known.keySet().stream().map(NameRecord::target).toList();
  }

  private PullResult tryPull(String image, @Nullable RegistryCredential credential) {
    try (ContentGarbageCollector.Held lease = garbage.hold()) {
      ImageName name = ImageName.parse(image);
      RegistryPuller.Pulled pulled = puller.pull(name, credential, lease);
      StoredImage stored = StoredImage.unnamed(pulled.manifest(), pulled.config());
      NameRecord record =
          NameRecord.of(name, pulled.target(), pulled.manifest().self().digest(), isPinned(name));
      remember(record, stored);
      return new PullResult.Pulled(status(stored.id().toString()).orElse(stored));
    } catch (OutsideFailure failed) {
      return new PullResult.Failed(failed.kind(), image + ": " + failed.text());
    } catch (IllegalArgumentException malformed) {
      return new PullResult.Failed(FailureKind.BAD_SPEC, String.valueOf(malformed.getMessage()));
    } catch (IOException disk) {
      return new PullResult.Failed(
          FailureKind.EXHAUSTED, image + ": cannot be stored: " + disk.getMessage());
    }
  }

  /** Takes all images of a tar of an OCI layout, or of {@code docker save}. */
  public ImportResult importArchive(InputStream archive) {
    try (ContentGarbageCollector.Held lease = garbage.hold()) {
      List<ArchiveImport.ArchivedImage> images =
          archives.read(archive, limits.bytes(), digest -> lease.blobs(List.of(digest)));
      Map<NameRecord, StoredImage> found = new LinkedHashMap<>();
      for (ArchiveImport.ArchivedImage image : images) {
        StoredImage stored =
            StoredImage.unnamed(image.manifest(), puller.unpack(image.manifest(), lease));
        for (String name : image.names()) {
          ImageName parsed = ImageName.parse(name);
          found.put(
              NameRecord.of(
                  parsed, image.target(), image.manifest().self().digest(), isPinned(parsed)),
              stored);
        }
      }
      List<StoredImage> result = new ArrayList<>();
      for (Map.Entry<NameRecord, StoredImage> each : found.entrySet()) {
        remember(each.getKey(), each.getValue());
        status(each.getKey().name()).ifPresent(result::add);
      }
      return new ImportResult.Imported(result.stream().distinct().toList());
    } catch (OutsideFailure failed) {
      return new ImportResult.Failed(failed.kind(), failed.text());
    } catch (LayerException | IllegalArgumentException refused) {
      return new ImportResult.Failed(FailureKind.BAD_SPEC, String.valueOf(refused.getMessage()));
    } catch (IOException disk) {
      return new ImportResult.Failed(
          FailureKind.EXHAUSTED, "the archive cannot be stored: " + disk.getMessage());
    }
  }

  private void remember(NameRecord record, StoredImage stored) throws IOException {
    snapshots.sync();
    synchronized (known) {
      ImageQuota.check(
          Stream.concat(
              Stream.of(stored),
              known.entrySet().stream()
                  .filter(entry -> !entry.getKey().name().equals(record.name()))
                  .map(Map.Entry::getValue)));
      names.put(record);
      known.keySet().removeIf(other -> other.name().equals(record.name()));
      known.put(record, stored);
    }
  }

  private boolean isPinned(ImageName name) {
    NameRecord asked = NameRecord.of(name, PLACEHOLDER, PLACEHOLDER, false);
    synchronized (known) {
      return known.keySet().stream()
          .anyMatch(record -> record.pinned() && record.name().equals(asked.name()));
    }
  }

  private static final Digest PLACEHOLDER = Digest.of(new byte[0]);

  /** Each image once, with all its names. */
  public List<StoredImage> list() {
    synchronized (known) {
      Map<Digest, List<NameRecord>> byId = new LinkedHashMap<>();
      known.forEach(
          (record, image) -> byId.computeIfAbsent(image.id(), _ -> new ArrayList<>()).add(record));
      List<StoredImage> images = new ArrayList<>();
      byId.values().forEach(records -> images.add(joined(records)));
      return images;
    }
  }

  private StoredImage joined(List<NameRecord> records) {
    StoredImage first = known.get(records.getFirst());
    if (first == null) {
      throw new IllegalStateException("a record without an image");
    }
    return new StoredImage(
        records.stream().filter(record -> !record.tag().isEmpty()).map(NameRecord::name).toList(),
        records.stream().map(NameRecord::byDigest).distinct().toList(),
        first.manifest(),
        first.config(),
        records.stream().anyMatch(NameRecord::pinned));
  }

  /**
   * @param image its id, a name, or a name with a digest
   */
  public Optional<StoredImage> status(String image) {
    synchronized (known) {
      Optional<Digest> id = idOf(image);
      return list().stream()
          .filter(stored -> id.isPresent() && stored.id().equals(id.get()))
          .findFirst();
    }
  }

  private Optional<Digest> idOf(String image) {
    String text = image.matches("[0-9a-f]{64}") ? "sha256:" + image : image;
    if (text.matches("sha256:[0-9a-f]{64}")) {
      return Optional.of(Digest.parse(text));
    }
    ImageName name;
    try {
      name = ImageName.parse(image);
    } catch (IllegalArgumentException malformed) {
      return Optional.empty();
    }
    return known.entrySet().stream()
        .filter(entry -> context(name, entry.getKey()))
        .map(entry -> entry.getValue().id())
        .findFirst();
  }

  private static boolean context(ImageName name, NameRecord record) {
    if (!record.repository().equals(name.repository())) {
      return false;
    }
    return name.digest().isEmpty()
        ? record.tag().equals(name.tag())
        : record.target().toString().equals(name.digest())
            || record.manifest().toString().equals(name.digest());
  }

  /** CRI: all names of the image go; one that is not there is removed already. */
  public void remove(String image) throws IOException {
    synchronized (known) {
      Optional<Digest> id = idOf(image);
      if (id.isPresent()) {
        List<NameRecord> gone =
            known.entrySet().stream()
                .filter(entry -> entry.getValue().id().equals(id.get()))
                .map(Map.Entry::getKey)
                .toList();
        for (NameRecord record : gone) {
          names.remove(record);
          known.remove(record);
        }
      }
    }
    collect();
  }

  /** A pinned image is one that clean-up leaves alone; its name must be here. */
  public void pin(String image, boolean pinned) throws IOException {
    synchronized (known) {
      ImageName name = ImageName.parse(image);
      for (NameRecord record : List.copyOf(known.keySet())) {
        StoredImage stored = known.get(record);
        if (context(name, record) && stored != null) {
          remember(record.pinned(pinned), stored);
        }
      }
    }
  }

  /** Removes everything that no image, no root and no pull under way needs. */
  public void collect() throws IOException {
    synchronized (known) {
      garbage.collect(known.values(), targets());
    }
    garbage.sweep();
  }

  /**
   * A writable root of an image, mounted and ready.
   *
   * @param key of whoever uses it; the same key gives the same root
   * @param owners whose its files are, unless they are the node's
   */
  public Path root(StoredImage image, String key, Optional<RootOwners> owners) throws IOException {
    try (ContentGarbageCollector.Held lease = garbage.hold()) {
      List<Digest> chains = ChainId.of(image.config().diffIds());
      lease.chains(chains);
      for (Digest chain : chains) {
        if (!snapshots.has(chain)) {
          throw new IOException("the image " + image.id() + " is no longer here");
        }
      }
      if (!bootMarked) {
        markBoot();
      }
      return roots.prepare(key, chains.reversed(), owners);
    }
  }

  /** The directory in which all of it is. */
  public Path place() {
    return place;
  }

  /**
   * Reads an image's configuration, as its maker wrote it.
   *
   * @param reader keeps no more of it than a document may cost
   */
  public <T> T configuration(StoredImage image, ContentStore.DocumentReader<T> reader)
      throws IOException {
    return documents.read(() -> content.read(image.id(), Documents.CONFIG_MAX, reader));
  }

  /** Where a root keeps what was written to it; it may not be there. */
  public Path writableLayer(String key) {
    return roots.writableLayer(key);
  }

  public void releaseRoot(String key) throws IOException {
    roots.release(key);
  }

  public List<String> roots() throws IOException {
    return roots.keys();
  }

  @Override
  public void close() {
    registries.close();
    unpacked.close();
  }
}
