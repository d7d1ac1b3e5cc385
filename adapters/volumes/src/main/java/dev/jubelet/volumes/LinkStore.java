package dev.jubelet.volumes;

import dev.jubelet.linux.file.OpenDirectory;
import dev.jubelet.model.meta.Ordered;
import dev.jubelet.ports.Journal;
import dev.jubelet.volumes.pod.PodPaths;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * A small memory: a directory with a link for each entry, which exists or does not, whenever we
 * die. What is there and is no link is damage: it is set aside and told.
 */
final class LinkStore {
  private static final String DAMAGED = ".damaged-";
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss.SSS'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);

  private final Path root;
  private final String directory;
  private final Supplier<Instant> clock;
  private final Journal journal;

  LinkStore(PodPaths paths, String directory, Supplier<Instant> clock, Journal journal) {
    this.root = paths.root();
    this.directory = directory;
    this.clock = clock;
    this.journal = journal;
  }

  OpenDirectory open() {
    return PodPaths.make(root, List.of(directory), PodPaths.PRIVATE);
  }

  boolean exists() {
    return root.resolve(directory).toFile().isDirectory();
  }

  Map<String, String> read(OpenDirectory store) {
    Map<String, String> links = new LinkedHashMap<>();
    for (String name : store.names()) {
      Optional<String> link = store.readLink(name);
      if (link.isPresent()) {
        links.put(name, link.get());
      } else if (!name.contains(DAMAGED)) {
        setAside(store, name);
      }
    }
    return Ordered.copyOf(links);
  }

  private void setAside(OpenDirectory store, String name) {
    String aside = name + DAMAGED + TIME.format(clock.get());
    store.rename(name, aside);
    journal.write(
        Journal.Level.WARNING,
        "DamagedState",
        "%s is not a link and says nothing; it is kept as %s"
            .formatted(root.resolve(directory).resolve(name), aside));
  }
}
