package dev.jubelet.volumes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jubelet.decide.environment.ResolvedValue;
import dev.jubelet.decide.volume.VolumeFile;
import dev.jubelet.decide.volume.VolumePayload;
import dev.jubelet.linux.file.OpenDirectory;
import dev.jubelet.linux.kernel.Errno;
import dev.jubelet.linux.kernel.LinuxException;
import dev.jubelet.linux.mount.MountTable;
import dev.jubelet.linux.mount.Mounts;
import dev.jubelet.model.objects.Blob;
import dev.jubelet.testkit.Needed;
import dev.jubelet.testkit.fault.SimulatedCrash;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class AtomicDirectoryTest {
  private static final Instant NOW = Instant.parse("2026-11-16T00:07:48.123456789Z");
  private static final VolumePayload OLD = payload("a=old", "b=old", "d/e=old", "gone/f=old");
  private static final VolumePayload NEW = payload("a=new", "b=new", "d/e=new", "more/g=new");
  private static final Map<String, String> OLD_SEEN = seen(OLD);
  private static final Map<String, String> NEW_SEEN = seen(NEW);

  @TempDir Path temp;
  private Path directory;

  @BeforeEach
  void make() throws IOException {
    directory = Files.createDirectory(temp.toRealPath().resolve("v"));
  }

  @AfterEach
  void unmount() {
    if (MountTable.read().isMountPoint(directory)) {
      Mounts.unmountLazily(directory);
    }
  }

  private static VolumePayload payload(String... files) {
    Map<String, VolumeFile> all = new LinkedHashMap<>();
    for (String file : files) {
      int at = file.indexOf('=');
      all.put(file.substring(0, at), new VolumeFile(Blob.of(file.substring(at + 1)), 0644));
    }
    return switch (VolumePayload.of(all)) {
      case ResolvedValue.Value(VolumePayload payload) -> payload;
      case ResolvedValue.Refused(String why) -> throw new AssertionError(why);
    };
  }

  private static Map<String, String> seen(VolumePayload payload) {
    SortedMap<String, String> files = new TreeMap<>();
    payload.files().forEach((path, file) -> files.put(path, file.content().text()));
    return files;
  }

  private boolean publish(VolumePayload payload) {
    return publish(payload, null, AtomicDirectory.Steps.UNWATCHED);
  }

  private boolean publish(
      VolumePayload payload, @Nullable Long group, AtomicDirectory.Steps steps) {
    try (OpenDirectory root = OpenDirectory.at(directory)) {
      return new AtomicDirectory(root, group, () -> NOW, steps).publish(payload);
    }
  }

  /** All that a reader finds who looks up the directory of all files once. */
  private Map<String, String> behindData() throws IOException {
    return files(directory.resolve("..data").toRealPath());
  }

  /** All that a reader finds by the visible names. */
  private Map<String, String> visible() throws IOException {
    SortedMap<String, String> all = new TreeMap<>();
    try (Stream<Path> names = Files.list(directory)) {
      for (Path name : names.toList()) {
        if (!name.getFileName().toString().startsWith("..")) {
          files(name.toRealPath())
              .forEach((path, text) ->
                  all.put(
                      path.isEmpty()
                          ? name.getFileName().toString()
                          : name.getFileName() + "/" + path,
                      text));
        }
      }
    }
    return all;
  }

  private static Map<String, String> files(Path top) throws IOException {
    SortedMap<String, String> all = new TreeMap<>();
    try (Stream<Path> paths = Files.walk(top)) {
      for (Path file : paths.filter(Files::isRegularFile).toList()) {
        all.put(top.relativize(file).toString(), Files.readString(file));
      }
    }
    return all;
  }

  private List<String> names() throws IOException {
    try (Stream<Path> names = Files.list(directory)) {
      return names.map(name -> name.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  void hasTheLayoutThatToolsRelyOn() throws IOException {
    assertThat(publish(OLD)).isTrue();
    assertThat(names())
        .containsExactly("..2026_11_16_00_07_48.123456789", "..data", "a", "b", "d", "gone");
    assertThat(Files.readSymbolicLink(directory.resolve("..data")))
        .hasToString("..2026_11_16_00_07_48.123456789");
    assertThat(Files.readSymbolicLink(directory.resolve("d"))).hasToString("..data/d");
    assertThat(visible()).isEqualTo(OLD_SEEN);
    assertThat(Node.mode(directory.resolve("a"))).isEqualTo("644");
    assertThat(Node.mode(directory.resolve("..data"))).isEqualTo("755");
  }

  @Test
  void changeReplacesAllAndTakesStaleNamesAway() throws IOException {
    publish(OLD);
    assertThat(publish(NEW)).isTrue();
    assertThat(visible()).isEqualTo(NEW_SEEN);
    assertThat(behindData()).isEqualTo(NEW_SEEN);
    assertThat(directory.resolve("gone")).doesNotExist();
  }

  @Test
  void theGenerationBeforeStaysUntilTheNextChange() throws IOException {
    publish(OLD);
    Path before = directory.resolve("..data").toRealPath();
    publish(NEW);
    assertThat(files(before)).isEqualTo(OLD_SEEN);
    publish(OLD);
    assertThat(before).doesNotExist();
    assertThat(names()).filteredOn(name -> name.startsWith("..2026")).hasSize(2);
  }

  @Test
  void nothingIsWrittenWhenNothingChanged() throws IOException {
    publish(OLD);
    Path before = directory.resolve("..data").toRealPath();
    assertThat(
            publish(
                OLD,
                null,
                step -> {
                  throw new AssertionError(step);
                }))
        .isFalse();
    assertThat(directory.resolve("..data").toRealPath()).isEqualTo(before);
  }

  @Test
  void aModeAloneIsAChange() throws IOException {
    publish(payload("a=x"));
    VolumeFile hidden = new VolumeFile(Blob.of("x"), 0400);
    assertThat(publish(new VolumePayload(Map.of("a", hidden)))).isTrue();
    assertThat(Node.mode(directory.resolve("a"))).isEqualTo("400");
  }

  @Test
  void anEmptyPayloadIsPublishedToo() throws IOException {
    publish(OLD);
    assertThat(publish(VolumePayload.EMPTY)).isTrue();
    assertThat(visible()).isEmpty();
    assertThat(publish(VolumePayload.EMPTY)).isFalse();
  }

  @Test
  void whatStandsInTheWayOfANameIsReplaced() throws IOException {
    Files.createSymbolicLink(directory.resolve("a"), Path.of("/etc/hostname"));
    Files.createDirectory(directory.resolve("b"));
    Files.writeString(directory.resolve("kept"), "not ours");
    publish(OLD);
    assertThat(Files.readSymbolicLink(directory.resolve("a"))).hasToString("..data/a");
    assertThat(directory.resolve("b")).hasContent("old");
    assertThat(directory.resolve("kept")).hasContent("not ours");
  }

  @Test
  void aDirectoryInPlaceOfTheLinkToTheDataIsReplaced() throws IOException {
    publish(OLD);
    Files.delete(directory.resolve("..data"));
    Files.createDirectories(directory.resolve("..data/with/something"));
    publish(OLD);
    assertThat(visible()).isEqualTo(OLD_SEEN);
    Files.delete(directory.resolve("..data"));
    Files.createSymbolicLink(directory.resolve("..data"), Path.of("..data"));
    publish(NEW);
    assertThat(visible()).isEqualTo(NEW_SEEN);
  }

  @Test
  void theGroupOwnsEverythingBeforeAnybodySeesIt() throws IOException {
    Needed.root();
    publish(OLD);
    publish(
        new VolumePayload(Map.of("d/e", new VolumeFile(Blob.of("x"), 0400))),
        4242L,
        step -> {
          if (step.equals("linked")) {
            assertOwned(generations().getLast());
          }
        });
    assertOwned(directory.resolve("..data"));
    assertThat(
            publish(
                new VolumePayload(Map.of("d/e", new VolumeFile(Blob.of("x"), 0400))),
                4242L,
                AtomicDirectory.Steps.UNWATCHED))
        .isFalse();
  }

  private List<Path> generations() {
    try {
      return names().stream()
          .filter(name -> name.startsWith("..2026"))
          .map(directory::resolve)
          .toList();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static void assertOwned(Path generation) {
    try {
      assertThat(Node.mode(generation.resolve("d/e"))).isEqualTo("440");
      assertThat(Node.mode(generation.resolve("d"))).isEqualTo("2755");
      for (String path : List.of("", "d", "d/e")) {
        assertThat(Files.getAttribute(generation.resolve(path), "unix:gid")).isEqualTo(4242);
      }
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** Kills the writer after each of its steps, of a first writing, a change and a repair. */
  @Test
  void deathAfterAnyStepLeavesTheOldOrTheNewAndTheNextCallEndsIt() throws IOException {
    int deaths = 0;
    for (int killedAt = 1; ; killedAt++) {
      publish(OLD);
      if (!dies(NEW, killedAt)) {
        break;
      }
      deaths++;
      assertThat(behindData()).isIn(OLD_SEEN, NEW_SEEN);
      assertThat(directory.resolve("a").toRealPath()).exists();
      // The next attempt dies, too, wherever it can.
      for (int again = 1; dies(NEW, again); again++) {
        assertThat(behindData()).isIn(OLD_SEEN, NEW_SEEN);
      }
      assertThat(behindData()).isEqualTo(NEW_SEEN);
      assertThat(visible()).isEqualTo(NEW_SEEN);
      assertThat(names()).doesNotContain("..next", "..data_tmp");
      assertThat(generations()).hasSizeLessThanOrEqualTo(2);
    }
    assertThat(deaths).isGreaterThanOrEqualTo(9);
  }

  private boolean dies(VolumePayload payload, int killedAt) {
    int[] step = {0};
    try {
      publish(
          payload,
          null,
          done -> {
            if (++step[0] == killedAt) {
              throw new SimulatedCrash(done);
            }
          });
      return false;
    } catch (SimulatedCrash crash) {
      return true;
    }
  }

  @Test
  void aFullDiskChangesNothingAndTakesNothing() throws IOException {
    Needed.root();
    Mounts.tmpfs(directory, List.of("size=64k", "nr_inodes=64"));
    publish(OLD);
    VolumePayload tooMuch = payload("a=" + "x".repeat(40_000), "b=" + "x".repeat(40_000));
    for (int round = 0; round < 3; round++) {
      assertThatThrownBy(() -> publish(tooMuch))
          .isInstanceOfSatisfying(
              LinuxException.class, e -> assertThat(e.errno()).isEqualTo(Errno.ENOSPC))
          .hasMessageNotContaining("xxx");
      assertThat(visible()).isEqualTo(OLD_SEEN);
      assertThat(names()).doesNotContain("..next", "..data_tmp");
    }
    publish(NEW);
    assertThat(visible()).isEqualTo(NEW_SEEN);
  }

  /** Every number of free inodes, so that each single step meets a full disk once. */
  @Test
  void aDiskThatIsFullAtAnyStepLeavesTheOldOrTheNew() throws IOException {
    Needed.root();
    Mounts.tmpfs(directory, List.of("size=256k", "nr_inodes=64"));
    publish(OLD);
    Path filler = Files.createDirectory(directory.resolve("filler"));
    int files = fill(filler);
    boolean published = false;
    while (!published) {
      try {
        publish(NEW);
        published = true;
      } catch (LinuxException full) {
        assertThat(full.errno()).isEqualTo(Errno.ENOSPC);
        assertThat(behindData()).isIn(OLD_SEEN, NEW_SEEN);
        Files.delete(filler.resolve("f" + --files));
      }
    }
    while (files > 0) {
      Files.delete(filler.resolve("f" + --files));
    }
    Files.delete(filler);
    assertThat(visible()).isEqualTo(NEW_SEEN);
    assertThat(Files.exists(directory.resolve("gone"), LinkOption.NOFOLLOW_LINKS)).isFalse();
  }

  private static int fill(Path filler) {
    for (int files = 0; ; files++) {
      try {
        Files.createFile(filler.resolve("f" + files));
      } catch (IOException full) {
        return files;
      }
    }
  }
}
