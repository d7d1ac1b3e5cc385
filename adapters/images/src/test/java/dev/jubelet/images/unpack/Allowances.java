package dev.jubelet.images.unpack;

import dev.jubelet.images.content.DiskReserve;
import dev.jubelet.ports.MemoryBudget;
import java.nio.file.Path;

/** Allowances for tests of single layers. */
public final class Allowances {
  private Allowances() {}

  public static ImageAllowance usual() {
    return of(LayerLimits.DEFAULT);
  }

  public static ImageAllowance of(LayerLimits limits) {
    return new ImageAllowance(
        limits, new DiskReserve(Path.of("/")), new MemoryBudget("unfinished layers", 64 << 20));
  }
}
