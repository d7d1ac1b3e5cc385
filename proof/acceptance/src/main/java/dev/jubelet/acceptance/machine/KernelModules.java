package dev.jubelet.acceptance.machine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Loadable modules of a kernel, and which needs which. */
final class KernelModules {
  private final Path directory;
  private final Map<String, String> files = new TreeMap<>();
  private final Map<String, List<String>> needs = new TreeMap<>();

  /**
   * @param directory with {@code modules.dep}, of which a line is {@code file: needed files}
   */
  KernelModules(Path directory) throws IOException {
    this.directory = directory;
    for (String line : Files.readAllLines(directory.resolve("modules.dep"))) {
      int colon = line.indexOf(':');
      String file = line.substring(0, colon);
      files.put(name(file), file);
      List<String> needed = new ArrayList<>();
      for (String each : line.substring(colon + 1).split(" ", -1)) {
        if (!each.isBlank()) {
          needed.add(name(each));
        }
      }
      needs.put(name(file), needed);
    }
  }

  /** The files of these modules and of all that they need, in the order of loading. */
  List<Path> inOrder(List<String> wanted) {
    Set<String> order = new LinkedHashSet<>();
    wanted.forEach(module -> add(module, order));
    return order.stream().map(module -> directory.resolve(files.get(module))).toList();
  }

  private void add(String module, Set<String> order) {
    List<String> needed = needs.get(module);
    if (needed == null) {
      throw new IllegalArgumentException("the kernel has no module " + module);
    }
    if (!order.contains(module)) {
      needed.forEach(each -> add(each, order));
      order.add(module);
    }
  }

  /** A module's file may be spelled with hyphens; the kernel knows only underscores. */
  private static String name(String file) {
    String base = file.substring(file.lastIndexOf('/') + 1);
    return base.substring(0, base.indexOf(".ko")).replace('-', '_');
  }
}
