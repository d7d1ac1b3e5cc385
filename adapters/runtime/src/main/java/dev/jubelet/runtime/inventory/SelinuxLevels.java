package dev.jubelet.runtime.inventory;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.zip.CRC32;

/**
 * Which SELinux level each pod has: two categories that no other pod of the node has. It is kept
 * beside the pod's files, so that all its containers get the same one, over all lives of ours.
 */
public final class SelinuxLevels {
  private static final String FILE = "level";
  private static final int CATEGORIES = 1024;

  /** Half a million pairs for some hundred pods: the first or second draw is free. */
  private static final int DRAWS = 1000;

  private final Path pods;

  SelinuxLevels(Path pods) {
    this.pods = pods;
  }

  /**
   * @param sandbox whose directory is there
   */
  public synchronized String of(String sandbox, String uid) throws IOException {
    Path file = pods.resolve(sandbox).resolve(FILE);
    if (Files.exists(file)) {
      return Files.readString(file);
    }
    Set<String> used = used();
    for (int draw = 0; draw < DRAWS; draw++) {
      String level = drawn(draw == 0 ? uid : uid + "#" + draw);
      if (!used.contains(level)) {
        Path fresh = Files.writeString(file.resolveSibling(FILE + ".new"), level);
        Files.move(fresh, file);
        return level;
      }
    }
    throw new IOException("no SELinux categories are left for another pod");
  }

  private Set<String> used() throws IOException {
    Set<String> used = new HashSet<>();
    try (DirectoryStream<Path> places = Files.newDirectoryStream(pods)) {
      for (Path place : places) {
        used.add(KernelFigures.text(place.resolve(FILE)));
      }
    }
    return used;
  }

  static String drawn(String lot) {
    CRC32 sum = new CRC32();
    sum.update(lot.getBytes(StandardCharsets.UTF_8));
    int first = (int) (sum.getValue() % CATEGORIES);
    int second = (int) (sum.getValue() / CATEGORIES % (CATEGORIES - 1));
    second = second >= first ? second + 1 : second;
    return "s0:c" + Math.min(first, second) + ",c" + Math.max(first, second);
  }
}
