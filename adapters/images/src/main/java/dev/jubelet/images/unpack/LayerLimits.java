package dev.jubelet.images.unpack;

/**
 * How much one layer may be, and all layers of an image together.
 *
 * @param entries that its archive has
 * @param depth of a path, in components
 * @param bytes of its archive after decompression
 * @param ratio of the archive to what was downloaded, from {@code ratioAfter} bytes on
 * @param imageEntries in all layers of an image
 * @param imageBytes in the files of all layers of an image, and of all of its blobs
 */
public record LayerLimits(
    long entries,
    int depth,
    long bytes,
    long ratio,
    long ratioAfter,
    long imageEntries,
    long imageBytes) {
  private static final long MIB = 1024 * 1024;

  public static final LayerLimits DEFAULT =
      new LayerLimits(1_000_000, 200, 20 * 1024 * MIB, 200, 64 * MIB, 2_000_000, 60 * 1024 * MIB);
}
