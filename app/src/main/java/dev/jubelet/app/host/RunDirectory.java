package dev.jubelet.app.host;

import dev.jubelet.linux.cgroup.CgroupBranch;
import dev.jubelet.linux.cgroup.CgroupLayout;
import dev.jubelet.linux.mount.MountTable;
import dev.jubelet.linux.mount.Mounts;
import dev.jubelet.network.builtin.FreeRange;
import dev.jubelet.network.result.IpNetwork;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A numbered place for one private node: a directory, a bridge, a subnet and a cgroup that bear its
 * number, so that what a killed process left behind can be found and cleared by the next one.
 */
public final class RunDirectory implements AutoCloseable {
  public static final Path BASE = Path.of("/var/lib/jubelet");

  private static final int PLACES = 16;
  private static final String KEPT = "kept";

  private final Path base;
  private final int number;
  private final DirectoryLock lock;

  private RunDirectory(Path base, int number, DirectoryLock lock) {
    this.base = base;
    this.number = number;
    this.lock = lock;
  }

  /**
   * The first that nobody uses; empty when all are used. Remains of an earlier user may be in it.
   */
  public static Optional<RunDirectory> take(Path base) {
    return IntStream.range(0, PLACES)
        .filter(number -> !isKept(base, number))
        .mapToObj(number -> lock(base, number))
        .flatMap(Optional::stream)
        .findFirst();
  }

  /** Those that earlier runs left as they were, on purpose or not, and that nobody uses now. */
  public static List<RunDirectory> abandoned(Path base) {
    return IntStream.range(0, PLACES)
        .filter(number -> Files.isDirectory(directory(base, number)))
        .mapToObj(number -> lock(base, number))
        .flatMap(Optional::stream)
        .toList();
  }

  /** Where private nodes have their {@code --root-dir}, whether they run or not. */
  public static List<Path> roots(Path base) {
    return IntStream.range(0, PLACES).mapToObj(number -> root(directory(base, number))).toList();
  }

  private static Path root(Path directory) {
    return directory.resolve("root");
  }

  private static Optional<RunDirectory> lock(Path base, int number) {
    try {
      DirectoryLock lock = DirectoryLock.take(directory(base, number));
      return Optional.of(new RunDirectory(base, number, lock));
    } catch (OutsideFailure refused) {
      if (refused.kind() == FailureKind.ALREADY_EXISTS) {
        return Optional.empty();
      }
      throw refused;
    }
  }

  private static Path directory(Path base, int number) {
    return base.resolve("run-" + number);
  }

  private static boolean isKept(Path base, int number) {
    return Files.exists(directory(base, number).resolve(KEPT));
  }

  public int number() {
    return number;
  }

  public Path directory() {
    return directory(base, number);
  }

  /** The {@code --root-dir} of the node. */
  public Path root() {
    return root(directory());
  }

  public String cgroup() {
    return "jubelet-run-" + number;
  }

  public String bridge() {
    return "jubelet-run-" + number;
  }

  /** With addresses that are this place's alone and that no route of the machine leads to now. */
  public PodNetwork network() {
    List<IpNetwork> ranges =
        IntStream.rangeClosed(201, 207)
            .mapToObj(block -> IpNetwork.parse("10." + block + "." + number + ".0/24"))
            .toList();
    return new PodNetwork(
        "jubelet-run-" + number, bridge(), FreeRange.first(ranges, bridge()).toString(), true);
  }

  /** Whether anything but its lock is in it. */
  public boolean hasRemains() {
    try (Stream<Path> entries = Files.list(directory())) {
      return entries.anyMatch(entry -> !DirectoryLock.isLock(entry));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Marks it so that only an explicit request clears it. */
  public void keep() {
    try {
      Files.createFile(directory().resolve(KEPT));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Gives back what is left when the runtime has been cleared. */
  public void erase() {
    Mounts.unmountBeneath(directory());
    removeCgroup();
    try {
      DirectoryTree.delete(directory());
      try (var others = Files.list(base)) {
        if (others.findAny().isEmpty()) {
          Files.delete(base);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void removeCgroup() {
    try {
      CgroupLayout layout = CgroupLayout.discover(MountTable.read());
      boolean _ = new CgroupBranch(layout).remove(cgroup());
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    lock.close();
  }
}
