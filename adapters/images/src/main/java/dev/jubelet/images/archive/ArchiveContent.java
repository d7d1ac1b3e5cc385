package dev.jubelet.images.archive;

import dev.jubelet.images.content.ContentStore;
import dev.jubelet.images.content.Digest;
import dev.jubelet.images.registry.Descriptor;
import dev.jubelet.images.unpack.LayerException;
import dev.jubelet.images.unpack.TarEntry;
import dev.jubelet.images.unpack.TarReader;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * What is in an archive of images: every file goes to the content store as it comes, since what it
 * is for stands in documents that may come last.
 */
final class ArchiveContent {
  private static final int ENTRIES_MAX = 10_000;
  private static final int NAME_MAX = 512;
  private static final int LINKS_MAX = 8;

  private final Map<String, Descriptor> files = new HashMap<>();
  private final Map<String, String> links = new HashMap<>();

  /**
   * @param using told of each blob before it is stored
   */
  static ArchiveContent read(
      InputStream in, ContentStore content, long bytesMax, Consumer<Digest> using)
      throws IOException {
    ArchiveContent archive = new ArchiveContent();
    TarReader tar = new TarReader(in);
    long bytes = 0;
    int count = 0;
    for (Optional<TarEntry> next = tar.next(); next.isPresent(); next = tar.next()) {
      TarEntry entry = next.get();
      bytes += entry.size();
      if (++count > ENTRIES_MAX || bytes > bytesMax || entry.path().length() > NAME_MAX) {
        throw new LayerException("the archive has too many or too large files");
      }
      switch (entry.type()) {
        case FILE -> {
          ContentStore.Taken taken = content.take(tar::read, using);
          archive.put(clean(entry.path()), taken);
        }
        case LINK -> archive.links.put(clean(entry.path()), target(entry));
        case HARD_LINK -> archive.links.put(clean(entry.path()), clean(entry.link()));
        case DIRECTORY, CHARACTER_DEVICE, BLOCK_DEVICE, PIPE -> {
          // Nothing that an image is made of.
        }
      }
    }
    return archive;
  }

  private void put(String name, ContentStore.Taken taken) throws LayerException {
    String blobs = "blobs/sha256/";
    if (name.startsWith(blobs) && !name.equals(blobs + taken.digest().hex())) {
      throw new LayerException("the file " + name + " hashes to " + taken.digest());
    }
    files.put(name, new Descriptor("", taken.digest(), taken.size()));
  }

  /** docker links layers that several images share, from one directory to another beside it. */
  private static String target(TarEntry entry) {
    String name = clean(entry.path());
    int slash = name.lastIndexOf('/');
    String directory = slash < 0 ? "" : name.substring(0, slash);
    String link = entry.link();
    while (link.startsWith("../")) {
      link = link.substring(3);
      int up = directory.lastIndexOf('/');
      directory = up < 0 ? "" : directory.substring(0, up);
    }
    return clean(directory.isEmpty() ? link : directory + "/" + link);
  }

  private static String clean(String path) {
    String text = path;
    while (text.startsWith("./") || text.startsWith("/")) {
      text = text.substring(text.startsWith("/") ? 1 : 2);
    }
    return text;
  }

  /** A file by its name in the archive, through links inside of it. */
  Optional<Descriptor> file(String name) {
    String at = clean(name);
    for (int i = 0; i < LINKS_MAX && !files.containsKey(at); i++) {
      at = links.getOrDefault(at, at);
    }
    return Optional.ofNullable(files.get(at));
  }
}
