package dev.jubelet.network;

import dev.jubelet.linux.network.LinkEvents;
import dev.jubelet.linux.network.NetworkNamespace;
import dev.jubelet.network.cache.Attachment;
import dev.jubelet.network.plugin.CniFailure;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Has the networks of pods mended when a link of the host that they need went. */
final class LinkMender implements AutoCloseable {
  private final Map<String, Set<String>> needed = new ConcurrentHashMap<>();
  private @Nullable LinkEvents events;
  private boolean closed;

  /** Without these links the pod of that sandbox has no network. */
  void needs(String sandboxId, Set<String> links) {
    needed.put(sandboxId, links);
  }

  void forget(String sandboxId) {
    needed.remove(sandboxId);
  }

  /** Begins with what went while nobody looked. */
  synchronized void start(
      Supplier<NetworkNamespace> host,
      Supplier<List<Attachment>> all,
      Consumer<String> mend,
      Consumer<String> warnings) {
    if (closed || events != null) {
      return;
    }
    LinkEvents heard;
    try (NetworkNamespace namespace = host.get()) {
      heard = namespace.run(LinkEvents::new);
    }
    events = heard;
    Runnable mendAll = () -> mendAll(all, mend, warnings);
    Thread.ofPlatform().daemon().name("network links").start(() -> run(heard, mendAll));
  }

  private void run(LinkEvents heard, Runnable mendAll) {
    mendAll.run();
    try {
      while (true) {
        Optional<Set<String>> gone = heard.next();
        if (gone.isEmpty() || gone.get().stream().anyMatch(this::isNeeded)) {
          mendAll.run();
        }
      }
    } catch (IOException stopped) {
      // The node is stopping; the next one begins with a look of its own.
      return;
    }
  }

  private boolean isNeeded(String link) {
    return needed.values().stream().anyMatch(links -> links.contains(link));
  }

  private static void mendAll(
      Supplier<List<Attachment>> all, Consumer<String> mend, Consumer<String> warnings) {
    try {
      for (String sandbox : all.get().stream().map(Attachment::containerId).distinct().toList()) {
        mendOne(sandbox, mend, warnings);
      }
    } catch (RuntimeException unreadable) {
      warnings.accept("the networks of pods cannot be looked at: " + unreadable.getMessage());
    }
  }

  private static void mendOne(String sandbox, Consumer<String> mend, Consumer<String> warnings) {
    try {
      mend.accept(sandbox);
    } catch (CniFailure failed) {
      warnings.accept("the network of sandbox " + sandbox + ": " + failed.message());
    }
  }

  @Override
  public synchronized void close() {
    closed = true;
    if (events != null) {
      events.close();
    }
  }
}
