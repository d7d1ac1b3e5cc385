package dev.jubelet.volumes;

import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.volume.HostPathType;
import dev.jubelet.model.volume.HostPathVolumeSource;
import dev.jubelet.model.volume.Volume;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Objects;

/** {@code hostPath}: a path of the node itself, checked and made as its type asks. */
final class HostPaths implements VolumeKind {
  private static final int TYPE_MASK = 0170000;

  private enum Found {
    NOTHING(0),
    DIRECTORY(0040000),
    FILE(0100000),
    SOCKET(0140000),
    CHAR_DEVICE(0020000),
    BLOCK_DEVICE(0060000),
    OTHER(0);

    private final int type;

    Found(int type) {
      this.type = type;
    }
  }

  @Override
  public boolean handles(Volume volume) {
    return volume.hostPath() != null;
  }

  @Override
  public String mount(Pod pod, Volume volume) {
    return ready(Objects.requireNonNull(volume.hostPath()));
  }

  @Override
  public String path(Pod pod, Volume volume) {
    return Objects.requireNonNull(volume.hostPath()).path();
  }

  static String ready(HostPathVolumeSource source) {
    String path = source.path();
    if (path.indexOf('\0') >= 0 || List.of(path.split("/", -1)).contains("..")) {
      throw new OutsideFailure(
          FailureKind.BAD_SPEC, "invalid hostPath " + path + ": must not contain '..'");
    }
    check(Path.of(path), source.type());
    return path;
  }

  private static void check(Path path, HostPathType type) {
    switch (type) {
      case UNSET -> {}
      case DIRECTORY_OR_CREATE -> {
        if (found(path) == Found.NOTHING) {
          makeDirectory(path);
        }
        expect(path, Found.DIRECTORY, "a directory");
      }
      case DIRECTORY -> expect(path, Found.DIRECTORY, "a directory");
      case FILE_OR_CREATE -> {
        if (found(path) == Found.NOTHING) {
          makeFile(path);
        }
        expect(path, Found.FILE, "a file");
      }
      case FILE -> expect(path, Found.FILE, "a file");
      case SOCKET -> expect(path, Found.SOCKET, "a socket file");
      case CHAR_DEVICE -> expect(path, Found.CHAR_DEVICE, "a character device");
      case BLOCK_DEVICE -> expect(path, Found.BLOCK_DEVICE, "a block device");
    }
  }

  private static void expect(Path path, Found wanted, String words) {
    if (found(path) != wanted) {
      // The sentence is Kubernetes': people search for it.
      throw new OutsideFailure(
          FailureKind.NOT_FOUND, "hostPath type check failed: " + path + " is not " + words);
    }
  }

  private static Found found(Path path) {
    try {
      if (Files.getAttribute(path, "unix:mode") instanceof Integer mode) {
        for (Found kind : Found.values()) {
          if (kind.type != 0 && kind.type == (mode & TYPE_MASK)) {
            return kind;
          }
        }
      }
      return Found.OTHER;
    } catch (IOException absent) {
      return Found.NOTHING;
    }
  }

  private static void makeDirectory(Path path) {
    try {
      Files.createDirectories(
          path, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-xr-x")));
    } catch (IOException refused) {
      throw new OutsideFailure(
          FailureKind.INTERNAL, "cannot make directory " + path + ": " + refused, refused);
    }
  }

  private static void makeFile(Path path) {
    try {
      Files.createFile(
          path, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-r--r--")));
    } catch (FileAlreadyExistsException another) {
      // Another pod was quicker, which is as good.
    } catch (IOException refused) {
      throw new OutsideFailure(
          FailureKind.INTERNAL, "cannot make file " + path + ": " + refused, refused);
    }
  }
}
