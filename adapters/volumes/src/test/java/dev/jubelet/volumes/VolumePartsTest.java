package dev.jubelet.volumes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jubelet.linux.mount.MountTable;
import dev.jubelet.linux.mount.Mounts;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import dev.jubelet.testkit.Needed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class VolumePartsTest {
  private static final PodUid UID = new PodUid("11-22");

  @TempDir Path temp;
  private Node node;
  private Path volume;
  private Path outside;
  private VolumeParts parts;

  @BeforeEach
  void open() throws IOException {
    Needed.root();
    node = Node.in(temp);
    volume = Files.createDirectory(node.directory().resolve("volume"));
    Files.setAttribute(volume, "unix:mode", 0770);
    outside = Files.createDirectory(node.directory().resolve("outside"));
    Files.writeString(outside.resolve("treasure"), "not yours");
    parts = new VolumeParts(node.paths());
  }

  @AfterEach
  void nothingIsLeftMounted() {
    for (MountTable.Mount mount : MountTable.read().beneath(node.directory())) {
      Mounts.unmountLazily(Path.of(mount.point()));
    }
  }

  private Path part(String subPath) {
    return Path.of(parts.part(UID, "v", "main", 0, volume, subPath));
  }

  @Test
  void aDirectoryIsBoundToAPlaceOfItsOwn() throws IOException {
    Files.createDirectories(volume.resolve("a/b"));
    Files.writeString(volume.resolve("a/b/f"), "content");
    Path bound = part("a/b");
    assertThat(bound.resolve("f")).hasContent("content");
    assertThat(bound.toString()).endsWith("/11-22/volume-subpaths/v/main/0");
    assertThat(MountTable.read().beneath(bound)).hasSize(1);
  }

  @Test
  void aFileIsBoundAsAFile() throws IOException {
    Files.writeString(volume.resolve("f"), "content");
    assertThat(part("f")).hasContent("content");
  }

  @Test
  void whatIsMissingIsMadeWithTheModeOfTheVolume() throws IOException {
    Path bound = part("x/y/z");
    assertThat(volume.resolve("x/y/z")).isDirectory();
    for (String made : new String[] {"x", "x/y", "x/y/z"}) {
      assertThat(Node.mode(volume.resolve(made))).isEqualTo("770");
    }
    Files.writeString(bound.resolve("f"), "through");
    assertThat(volume.resolve("x/y/z/f")).hasContent("through");
  }

  @Test
  void linksThatStayInsideAreFollowed() throws IOException {
    Files.createDirectories(volume.resolve("real/deep"));
    Files.writeString(volume.resolve("real/deep/f"), "content");
    Files.createSymbolicLink(volume.resolve("link"), Path.of("real"));
    Files.createSymbolicLink(volume.resolve("real/back"), Path.of("../real/deep"));
    assertThat(part("link/back/f")).hasContent("content");
  }

  @Test
  void missingDirectoriesBehindALinkThatStaysInsideAreMade() throws IOException {
    Files.createDirectories(volume.resolve("real"));
    Files.createSymbolicLink(volume.resolve("link"), Path.of("real"));
    part("link/new");
    assertThat(volume.resolve("real/new")).isDirectory();
  }

  @ParameterizedTest
  @ValueSource(strings = {"../outside", "/outside", "/etc", "a/../../outside", "/proc/self/root"})
  void linksThatLeadOutAreRefused(String target) throws IOException {
    Files.createDirectory(volume.resolve("a"));
    Files.createSymbolicLink(volume.resolve("link"), Path.of(target));
    for (String subPath : new String[] {"link", "link/treasure", "link/new/dir"}) {
      assertThatThrownBy(() -> part(subPath))
          .isInstanceOfSatisfying(
              OutsideFailure.class, e -> assertThat(e.kind()).isEqualTo(FailureKind.DENIED))
          .hasMessageContaining("leads out of its volume");
    }
    assertThat(outside.resolve("new")).doesNotExist();
    assertThat(MountTable.read().beneath(node.directory())).isEmpty();
  }

  @Test
  void aLinkToNowhereIsNotMadeReal() throws IOException {
    Files.createSymbolicLink(volume.resolve("link"), Path.of("absent"));
    assertThatThrownBy(() -> part("link/x")).isInstanceOf(OutsideFailure.class);
    assertThat(volume.resolve("absent")).doesNotExist();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "/abs", "..", "a/../b", "a/.."})
  void pathsThatCannotBeBeneathAreRefused(String subPath) {
    assertThatThrownBy(() -> part(subPath))
        .isInstanceOfSatisfying(
            OutsideFailure.class, e -> assertThat(e.kind()).isEqualTo(FailureKind.BAD_SPEC));
  }

  @Test
  void afterARestartTheMountIsRecognisedAndNotRepeated() throws IOException {
    Files.createDirectory(volume.resolve("a"));
    Path bound = part("a");
    parts = new VolumeParts(node.paths());
    assertThat(part("a")).isEqualTo(bound);
    assertThat(MountTable.read().beneath(bound)).hasSize(1);
  }

  @Test
  void aPartThatWasReplacedIsBoundAnew() throws IOException {
    Files.writeString(volume.resolve("f"), "old");
    Path bound = part("f");
    Files.delete(volume.resolve("f"));
    Files.createDirectory(volume.resolve("f"));
    Files.writeString(volume.resolve("f/g"), "new");
    assertThat(part("f")).isEqualTo(bound);
    assertThat(bound.resolve("g")).hasContent("new");
    assertThat(MountTable.read().beneath(bound)).hasSize(1);
  }

  @Test
  void partsAreGivenBackWithTheVolumes() throws IOException {
    part("a/b");
    node.volumes().unmountAll(UID);
    assertThat(MountTable.read().beneath(node.directory())).isEmpty();
    assertThat(volume.resolve("a/b")).isDirectory();
    assertThat(node.directory().resolve("root/pods/11-22")).isEmptyDirectory();
  }
}
