package dev.jubelet.volumes;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.linux.mount.MountTable;
import dev.jubelet.linux.mount.Mounts;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.ports.OutsideFailure;
import dev.jubelet.testkit.Needed;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A thread that exchanges a directory and a link out of the volume, as a container can. */
@Tag("long")
final class ExchangeStormTest {
  private static final int ATTEMPTS = 5000;
  private static final int AT_FDCWD = -100;
  private static final int RENAME_EXCHANGE = 2;

  @TempDir Path temp;

  @Test
  void noPartLeadsOutOfItsVolumeWhateverIsExchanged() throws Exception {
    Needed.root();
    Node node = Node.in(temp);
    Path volume = Files.createDirectory(node.directory().resolve("volume"));
    Path outside = Files.createDirectories(node.directory().resolve("outside/inner"));
    Files.writeString(outside.resolve("mark"), "outside");
    Files.createDirectories(volume.resolve("a/inner"));
    Files.writeString(volume.resolve("a/inner/mark"), "inside");
    Files.createSymbolicLink(volume.resolve("b"), Path.of("../outside"));
    AtomicBoolean over = new AtomicBoolean();
    AtomicLong exchanges = new AtomicLong();
    Thread exchanger = Thread.ofPlatform().start(() -> exchange(volume, over, exchanges));
    int bound = 0;
    try {
      VolumeParts parts = new VolumeParts(node.paths());
      for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
        PodUid uid = new PodUid("u" + attempt % 7);
        // Every third one has something to make, too.
        String subPath = attempt % 3 == 0 ? "a/new" + attempt % 9 + "/x" : "a/inner";
        try {
          Path target = Path.of(parts.part(uid, "v", "main", 0, volume, subPath));
          bound++;
          assertInside(target, subPath);
          Mounts.unmount(target);
        } catch (OutsideFailure refused) {
          assertThat(refused).hasMessageContaining("leads out of its volume");
        }
      }
    } finally {
      over.set(true);
      exchanger.join();
      for (MountTable.Mount mount : MountTable.read().beneath(node.directory())) {
        Mounts.unmountLazily(Path.of(mount.point()));
      }
    }
    assertThat(outside.getParent())
        .isDirectoryNotContaining(path -> path.toString().contains("new"));
    assertThat(exchanges.get()).as("exchanges").isGreaterThan(ATTEMPTS / 10);
    // A refusal is quick and a bind is slow: who looked only once would meet little but the link.
    assertThat(bound).as("of " + ATTEMPTS + " bound").isGreaterThan(ATTEMPTS / 2);
  }

  private static void assertInside(Path target, String subPath) throws IOException {
    if (subPath.equals("a/inner")) {
      assertThat(target.resolve("mark")).hasContent("inside");
    } else {
      assertThat(target.resolve("mark")).doesNotExist();
    }
  }

  private static void exchange(Path volume, AtomicBoolean over, AtomicLong exchanges) {
    MethodHandle rename =
        Linker.nativeLinker()
            .downcallHandle(
                Linker.nativeLinker().defaultLookup().findOrThrow("renameat2"),
                FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT, ADDRESS, JAVA_INT));
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment a = arena.allocateFrom(volume.resolve("a").toString());
      MemorySegment b = arena.allocateFrom(volume.resolve("b").toString());
      for (int round = 0; !over.get(); round++) {
        // Bursts of every length, and pauses in which either of the two stands still.
        for (int i = 0; i <= round % 97; i++) {
          if ((int) rename.invokeExact(AT_FDCWD, a, AT_FDCWD, b, RENAME_EXCHANGE) == 0) {
            exchanges.incrementAndGet();
          }
        }
        for (int i = 0; i < 5000; i++) {
          Thread.onSpinWait();
        }
      }
    } catch (Throwable thrown) {
      throw new AssertionError(thrown);
    }
  }
}
