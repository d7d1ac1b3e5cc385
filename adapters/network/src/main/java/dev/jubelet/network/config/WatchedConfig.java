package dev.jubelet.network.config;

import dev.jubelet.linux.file.DirectoryWatch;
import java.nio.file.Path;

/** The network that a directory has now; changes are seen as they happen. */
public final class WatchedConfig implements AutoCloseable {
  private final ConfigDirectory directory;
  private final DirectoryWatch watch;
  private final Runnable changed;
  private volatile ConfigDirectory.Found found;

  /**
   * @param changed told after the network became another one, or came or went
   */
  public WatchedConfig(Path path, Runnable changed) {
    this.directory = new ConfigDirectory(path);
    this.watch = new DirectoryWatch(path);
    this.changed = changed;
    this.found = directory.read();
  }

  public void start() {
    Thread.ofVirtual().name("cni configuration").start(() -> watch.run(_ -> look()));
  }

  private void look() {
    ConfigDirectory.Found seen = directory.read();
    if (!seen.equals(found)) {
      found = seen;
      changed.run();
    }
  }

  public ConfigDirectory.Found found() {
    return found;
  }

  @Override
  public void close() {
    watch.close();
  }
}
