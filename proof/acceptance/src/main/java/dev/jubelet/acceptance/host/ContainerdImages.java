package dev.jubelet.acceptance.host;

import dev.jubelet.app.host.ImageArchive;
import dev.jubelet.app.host.LocalImages;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The images that a private containerd starts with: beside the usual ones that of its sandboxes.
 */
public final class ContainerdImages {
  public static final String PAUSE = "localhost/jubelet-pause:1";

  private static final List<Path> CATATONIT_PROGRAMS =
      List.of(Path.of("/usr/bin/catatonit"), Path.of("/usr/libexec/catatonit/catatonit"));

  private ContainerdImages() {}

  /** All archives, in the directory. */
  public static List<Path> write(Path directory) {
    try {
      Files.createDirectories(directory);
      Path pause = pause().write(directory.resolve("pause.tar"));
      return Stream.concat(Stream.of(pause), LocalImages.write(directory).stream()).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The process that holds a sandbox open and reaps what is orphaned in it. */
  public static ImageArchive pause() throws IOException {
    Optional<Path> catatonit = CATATONIT_PROGRAMS.stream().filter(Files::isExecutable).findFirst();
    if (catatonit.isPresent()) {
      return new ImageArchive(PAUSE)
          .executable("pause", Files.readAllBytes(catatonit.get()))
          .entrypoint("/pause", "-P");
    }
    // ash reaps every child while it waits, also those that it inherited.
    return new ImageArchive(PAUSE)
        .executable("bin/busybox", LocalImages.busyboxContent())
        .entrypoint(
            "/bin/busybox",
            "sh",
            "-c",
            "trap 'exit 0' TERM INT; while :; do /bin/busybox sleep 86400 & wait; done");
  }
}
