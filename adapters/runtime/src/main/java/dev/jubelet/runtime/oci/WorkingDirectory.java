package dev.jubelet.runtime.oci;

import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import java.nio.file.Path;
import java.util.List;

/**
 * Where a process in a container begins. A directory below {@code /proc} may be an open file of the
 * OCI runtime, and so a way out of the container.
 */
final class WorkingDirectory {
  private static final List<String> OPEN_FILES =
      List.of("/dev/fd", "/dev/stdin", "/dev/stdout", "/dev/stderr");

  private WorkingDirectory() {}

  /**
   * @param path absolute
   * @throws OutsideFailure BAD_SPEC for one that leads to open files
   */
  static String checked(String path) {
    Path place = Path.of("/");
    for (Path step : Path.of(path)) {
      // Step by step: whoever goes up from an open file does not come back to where it was.
      place = place.resolve(step).normalize();
      refuseOpenFile(place, path);
    }
    return path;
  }

  private static void refuseOpenFile(Path place, String path) {
    boolean proc = place.startsWith("/proc") && place.getNameCount() > 1;
    if (proc || OPEN_FILES.stream().anyMatch(place::startsWith)) {
      throw new OutsideFailure(
          FailureKind.BAD_SPEC,
          "the working directory "
              + path
              + " is refused: below /proc and /dev/fd are open files of the container runtime; name"
              + " another workingDir in the pod or another WORKDIR in the image");
    }
  }
}
