package dev.jubelet.app.host;

import dev.jubelet.linux.process.ChildProcess;
import dev.jubelet.linux.process.ProcessOutcome;
import dev.jubelet.linux.process.ProcessOutput;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * The images that a private runtime starts with. They are made from statically linked programs of
 * the machine, so that the first pod needs no registry.
 */
public final class LocalImages {
  public static final String BUSYBOX = "localhost/busybox:1";

  private static final String USERS =
      """
      root:x:0:0:root:/root:/bin/sh
      nobody:x:65534:65534:nobody:/:/bin/false
      member:x:1777:1777:in a group by the image:/:/bin/sh
      """;
  private static final String GROUPS =
      """
      root:x:0:
      nogroup:x:65534:
      helpers:x:50777:member
      """;

  private static final List<Path> BUSYBOX_PROGRAMS =
      List.of(Path.of("/bin/busybox"), Path.of("/usr/bin/busybox"));

  private static final int APPLETS_MAX = 64 * 1024;
  private static final Duration APPLETS_WITHIN = Duration.ofSeconds(30);

  private LocalImages() {}

  /** The archives, in the directory. */
  public static List<Path> write(Path directory) {
    try {
      Files.createDirectories(directory);
      return List.of(busybox().write(directory.resolve("busybox.tar")));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public static ImageArchive busybox() throws IOException {
    Path program = busyboxProgram();
    ImageArchive image =
        new ImageArchive(BUSYBOX)
            .executable("bin/busybox", busyboxContent())
            .file("etc/passwd", USERS)
            .file("etc/group", GROUPS)
            .command("/bin/sh");
    applets(program)
        .lines()
        .filter(applet -> !applet.equals("busybox"))
        .forEach(applet -> image.link("bin/" + applet, "busybox"));
    return image;
  }

  private static String applets(Path busybox) {
    ProcessOutcome outcome =
        ChildProcess.of(List.of(busybox.toString(), "--list"))
            .outputAtMost(APPLETS_MAX)
            .run(APPLETS_WITHIN);
    if (outcome instanceof ProcessOutcome.Exited(int code, ProcessOutput output, _) && code == 0) {
      return output.text();
    }
    throw new IllegalStateException(busybox + " does not say what is in it: " + outcome);
  }

  public static byte[] busyboxContent() throws IOException {
    return Files.readAllBytes(busyboxProgram());
  }

  private static Path busyboxProgram() {
    return BUSYBOX_PROGRAMS.stream()
        .filter(Files::isExecutable)
        .findFirst()
        .orElseThrow(() ->
            new IllegalStateException("busybox is missing: run parts/install, which adds it"));
  }
}
