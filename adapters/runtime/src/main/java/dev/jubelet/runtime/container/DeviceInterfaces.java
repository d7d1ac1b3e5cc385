package dev.jubelet.runtime.container;

import dev.jubelet.model.runtime.config.ContainerConfig;
import dev.jubelet.runtime.oci.CdiEdits;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Devices that are asked for by name, after the specifications on this node. */
final class DeviceInterfaces {
  private static final String ANNOTATION = "cdi.k8s.io/";
  // CDI: what is made at run time counts more.
  private static final List<Path> DIRECTORIES = List.of(Path.of("/etc/cdi"), Path.of("/run/cdi"));

  /** CRI: by its own field, or as earlier kubelets did it, by annotations; each of them once. */
  List<CdiEdits> edits(ContainerConfig config) throws IOException {
    Set<String> names = new LinkedHashSet<>(config.cdiDevices());
    config
        .annotations()
        .forEach((key, value) -> {
          if (key.startsWith(ANNOTATION)) {
            names.addAll(List.of(value.split(",", -1)));
          }
        });
    return names.isEmpty() ? List.of() : CdiEdits.of(specifications(), List.copyOf(names));
  }

  private static List<String> specifications() throws IOException {
    List<String> texts = new ArrayList<>();
    for (Path directory : DIRECTORIES) {
      if (Files.isDirectory(directory)) {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, "*.json")) {
          for (Path file : files) {
            texts.add(Files.readString(file));
          }
        }
      }
    }
    return texts;
  }
}
