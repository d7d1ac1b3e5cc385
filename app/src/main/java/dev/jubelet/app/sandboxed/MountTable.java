package dev.jubelet.app.sandboxed;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What is mounted now, in the order in which it was mounted. */
public record MountTable(List<Mount> mounts) {
  public MountTable {
    mounts = List.copyOf(mounts);
  }

  /** Where, of which kind, from what. */
  public record Mount(Path point, String kind, String source) {}

  public static MountTable now() {
    try {
      return parse(Files.readString(Path.of("/proc/self/mountinfo")));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** proc(5): "36 35 98:0 /mnt1 /mnt2 rw,noatime master:1 - ext3 /dev/root rw,errors=continue". */
  static MountTable parse(String mountinfo) {
    List<Mount> found = new ArrayList<>();
    for (String line : mountinfo.lines().toList()) {
      List<String> words = List.of(line.split(" ", -1));
      int dash = words.indexOf("-");
      found.add(
          new Mount(Path.of(plain(words.get(4))), words.get(dash + 1), plain(words.get(dash + 2))));
    }
    return new MountTable(found);
  }

  /** At the directory itself or deeper. */
  public List<Mount> beneath(Path directory) {
    return mounts.stream().filter(mount -> mount.point().startsWith(directory)).toList();
  }

  /** Unmounts the youngest first; what is still in use goes away with its last user. */
  public static void unmountBeneath(Path directory) {
    for (Mount mount : now().beneath(directory).reversed()) {
      if (!Tool.of("umount", mount.point().toString()).attempt().ok()) {
        Tool.of("umount", "-l", mount.point().toString()).attempt();
      }
    }
  }

  /** proc(5): space, tab, newline and backslash are written as octal numbers. */
  private static String plain(String escaped) {
    return escaped
        .replace("\\040", " ")
        .replace("\\011", "\t")
        .replace("\\012", "\n")
        .replace("\\134", "\\");
  }
}
