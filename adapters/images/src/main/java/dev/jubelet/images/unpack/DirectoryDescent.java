package dev.jubelet.images.unpack;

import dev.jubelet.linux.file.BuildDirectory;
import dev.jubelet.linux.kernel.EntryFacts;
import dev.jubelet.linux.kernel.Errno;
import dev.jubelet.linux.kernel.LinuxException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A way down a tree, step by step, through directories only. */
final class DirectoryDescent implements AutoCloseable {
  private @Nullable BuildDirectory at;
  private boolean hides;

  private DirectoryDescent(BuildDirectory start) {
    this.at = start;
  }

  static DirectoryDescent to(BuildDirectory root, List<String> names) {
    DirectoryDescent walk = new DirectoryDescent(root.again());
    boolean complete = false;
    try {
      for (String name : names) {
        walk.step(BytePath.bytes(name));
      }
      complete = true;
      return walk;
    } finally {
      if (!complete) {
        walk.close();
      }
    }
  }

  private void step(byte[] name) {
    BuildDirectory from = at;
    if (from == null) {
      return;
    }
    BuildDirectory inner = null;
    try {
      inner = from.child(name);
      hides |= inner.ownXattr(DirectoryStack.OPAQUE).isPresent();
    } catch (LinuxException refused) {
      switch (refused.errno()) {
        case Errno.ENOENT -> {
          // Nothing of that name here: perhaps further below.
        }
        case Errno.ELOOP, Errno.ENOTDIR -> hides = true;
        default -> throw refused;
      }
    }
    from.close();
    at = inner;
  }

  /** Whether the way ended in a directory. */
  boolean arrived() {
    return at != null;
  }

  /** Something on the way hides what other layers have below. */
  boolean hides() {
    return hides;
  }

  BuildDirectory directory() {
    if (at == null) {
      throw new IllegalStateException("the path does not lead to a directory");
    }
    return at;
  }

  Optional<EntryFacts> facts(String name) {
    return at == null ? Optional.empty() : at.facts(BytePath.bytes(name));
  }

  @Override
  public void close() {
    if (at != null) {
      at.close();
      at = null;
    }
  }
}
