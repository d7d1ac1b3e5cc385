package dev.jubelet.linux.mount;

import dev.jubelet.linux.kernel.Kernel;
import dev.jubelet.linux.kernel.OpenFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Mounts several directories one over the other. */
public final class OverlayMount {
  private OverlayMount() {}

  /**
   * mount(2) takes one page of options. Each layer is named by a descriptor, so that some two
   * hundred fit, however long their paths are, and no colon in a path can end one.
   *
   * @param lowers the nearest to the top first; nothing in them is changed
   * @param upper what is written goes there
   * @param work empty, on the same file system as {@code upper}
   */
  public static void writable(List<Path> lowers, Path upper, Path work, Path target) {
    List<OpenFile> held = new ArrayList<>();
    try {
      List<String> layers = new ArrayList<>();
      for (Path lower : lowers) {
        layers.add(held(lower, held));
      }
      String options =
          "lowerdir="
              + String.join(":", layers)
              + ",upperdir="
              + held(upper, held)
              + ",workdir="
              + held(work, held);
      Kernel.mount("overlay", target.toString(), "overlay", 0, options);
    } finally {
      held.forEach(OpenFile::close);
    }
  }

  private static String held(Path directory, List<OpenFile> held) {
    held.add(OpenFile.open(directory, Kernel.O_PATH | Kernel.O_DIRECTORY));
    return Kernel.descriptorPath(held.getLast().fd());
  }
}
