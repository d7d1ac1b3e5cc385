package dev.jubelet.images.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jubelet.images.content.Digest;
import dev.jubelet.images.unpack.Allowances;
import dev.jubelet.images.unpack.ImageAllowance;
import dev.jubelet.images.unpack.LayerUnpacker;
import dev.jubelet.images.unpack.OwnerMap;
import dev.jubelet.images.unpack.TarText;
import dev.jubelet.linux.mount.MountTable;
import dev.jubelet.linux.mount.Mounts;
import dev.jubelet.linux.network.Namespaces;
import dev.jubelet.linux.network.UserNamespaces;
import dev.jubelet.model.runtime.config.NamespaceOptions.IdMapping;
import dev.jubelet.testkit.Needed;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class RootFilesystemsTest {
  @TempDir Path directory = Path.of("");

  @BeforeEach
  void needRoot() {
    Needed.root();
  }

  /** Chain ids, top first. */
  private List<Digest> layers(Snapshots snapshots, List<byte[]> archives) throws IOException {
    List<Digest> chains = ChainId.of(archives.stream().map(Digest::of).toList());
    for (int i = 0; i < archives.size(); i++) {
      try (ImageAllowance image = Allowances.usual();
          Snapshots.Room room = snapshots.room()) {
        LayerUnpacker.Unpacked layer =
            LayerUnpacker.unpack(
                new ByteArrayInputStream(archives.get(i)), room.directory(), image);
        room.commit(chains.get(i), layer, chains.subList(0, i).reversed(), image);
      }
    }
    return chains.reversed();
  }

  @ParameterizedTest
  @EnumSource(RootFilesystems.Kind.class)
  void aRootLooksTheSameWhicheverWayItIsMade(RootFilesystems.Kind kind) throws IOException {
    Snapshots snapshots = new Snapshots(directory.resolve("layers"));
    RootFilesystems roots = new RootFilesystems(directory.resolve("roots"), snapshots, kind);
    List<Digest> chains =
        layers(
            snapshots,
            List.of(
                new TarText()
                    .directory("./", 0751)
                    .file("gone", "1")
                    .file("dir/old", "1")
                    .file("kept", "1")
                    .hardLink("twin", "kept")
                    .done(),
                new TarText().file(".wh.gone", "").file("dir/.wh..wh..opq", "").done(),
                new TarText().file("dir/new", "3").hardLink("copy", "kept").done()));
    Path root = roots.prepare("container-1", chains, Optional.empty());
    try {
      assertThat(root.resolve("gone")).doesNotExist();
      assertThat(root.resolve("dir/old")).doesNotExist();
      assertThat(root.resolve("dir/new")).hasContent("3");
      assertThat(root.resolve("copy")).hasContent("1");
      assertThat((int) Files.getAttribute(root, "unix:mode") & 07777).isEqualTo(0751);
      Files.writeString(root.resolve("kept"), "written");
      assertThat(
              new RootFilesystems(directory.resolve("roots"), snapshots, kind)
                  .prepare("container-1", chains, Optional.empty())
                  .resolve("kept"))
          .hasContent("written");
      assertThat(snapshots.place(chains.getLast()).resolve("kept")).hasContent("1");
      assertThat(roots.used()).containsExactlyInAnyOrderElementsOf(chains);
      assertThat(roots.keys()).containsExactly("container-1");
    } finally {
      roots.release("container-1");
    }
    roots.release("container-1");
    assertThat(directory.resolve("roots")).isEmptyDirectory();
    assertThat(roots.used()).isEmpty();
  }

  private static final IdMapping IDS = new IdMapping(400000, 0, 65536);

  private RootOwners owners() throws IOException {
    Path namespace = directory.resolve("user");
    UserNamespaces.create(List.of(IDS), List.of(IDS), Map.of(Namespaces.Kind.USER, namespace));
    return new RootOwners(namespace, new OwnerMap(List.of(IDS), List.of(IDS)));
  }

  @ParameterizedTest
  @EnumSource(RootFilesystems.Kind.class)
  void aRootForUsersOfAPodIsTheirsWhicheverWayItIsMade(RootFilesystems.Kind kind)
      throws IOException {
    Snapshots snapshots = new Snapshots(directory.resolve("layers"));
    RootFilesystems roots = new RootFilesystems(directory.resolve("roots"), snapshots, kind);
    // cap_net_raw+ep
    String capability = "\1\0\0\2\0\40\0\0\0\0\0\0\0\0\0\0\0\0\0\0";
    List<Digest> chains =
        layers(
            snapshots,
            List.of(
                new TarText()
                    .directory("./", 0751)
                    .file("gone", "1")
                    .file("dir/old", "1")
                    .file("su", "1", head -> head.mode(04755))
                    .hardLink("twin", "su")
                    .file("app", "1", head -> head.owner(1000, 1001))
                    .pax("SCHILY.xattr.security.capability", capability)
                    .file("ping", "1", head -> head.mode(0755))
                    .link("link", "/etc/shadow")
                    .file("stranger", "1", head -> head.owner(70000, 0))
                    .done(),
                new TarText()
                    .file(".wh.gone", "")
                    .file("dir/.wh..wh..opq", "")
                    .file("dir/new", "2")
                    .done()));
    RootOwners owners = owners();
    Path root = roots.prepare("mapped", chains, Optional.of(owners));
    Path plain = roots.prepare("plain", chains, Optional.empty());
    Path second = roots.prepare("second", chains, Optional.of(owners));
    try {
      assertThat(root.resolve("gone")).doesNotExist();
      assertThat(root.resolve("dir/old")).doesNotExist();
      assertThat(root.resolve("dir/new")).hasContent("2");
      assertThat(owner(root)).isEqualTo("400000:400000 751");
      assertThat(owner(root.resolve("su"))).isEqualTo("400000:400000 4755");
      assertThat(Files.getAttribute(root.resolve("twin"), "unix:ino"))
          .isEqualTo(Files.getAttribute(root.resolve("su"), "unix:ino"));
      assertThat(owner(root.resolve("app"))).isEqualTo("401000:401001 644");
      assertThat(owner(root.resolve("link"))).startsWith("400000:400000 ");
      assertThat(owner(root.resolve("stranger"))).startsWith("65534:400000 ");
      assertThat(owner(plain.resolve("su"))).isEqualTo("0:0 4755");
      // What the pod's root writes is the pod's, also what was the image's.
      Files.writeString(root.resolve("app"), "written");
      assertThat(owner(root.resolve("app"))).isEqualTo("401000:401001 644");
      assertThat(second.resolve("app")).hasContent("1");
      assertThat(snapshots.place(chains.getLast()).resolve("app")).hasContent("1");
      assertThat(owner(snapshots.place(chains.getLast()).resolve("app"))).startsWith("1000:1001");
      assertThat(roots.prepare("mapped", chains, Optional.of(owners)).resolve("app"))
          .hasContent("written");
      if (kind == RootFilesystems.Kind.OVERLAY_OF_COPIES) {
        assertThat(directory.resolve("mapped").resolve(owners.name()))
            .isDirectoryContaining(copy -> copy.endsWith(chains.getFirst().hex()));
      } else {
        assertThat(directory.resolve("mapped")).isEmptyDirectory();
      }
      roots.release("mapped");
      assertThat(second.resolve("su")).hasContent("1");
    } finally {
      for (String key : List.of("mapped", "plain", "second")) {
        roots.release(key);
      }
      Namespaces.remove(owners.namespace());
    }
    assertThat(directory.resolve("roots")).isEmptyDirectory();
    assertThat(directory.resolve("mapped")).isEmptyDirectory();
    assertThat(MountTable.read().beneath(directory.toRealPath())).isEmpty();
  }

  private static String owner(Path file) throws IOException {
    Map<String, Object> facts =
        Files.readAttributes(file, "unix:uid,gid,mode", LinkOption.NOFOLLOW_LINKS);
    int mode = (int) Objects.requireNonNull(facts.get("mode")) & 07777;
    return facts.get("uid") + ":" + facts.get("gid") + " " + Integer.toOctalString(mode);
  }

  @Test
  void copiesOfALayerThatGoesGoWithIt() throws IOException {
    Snapshots snapshots = new Snapshots(directory.resolve("layers"));
    RootFilesystems roots =
        new RootFilesystems(
            directory.resolve("roots"), snapshots, RootFilesystems.Kind.OVERLAY_OF_COPIES);
    List<Digest> chains = layers(snapshots, List.of(new TarText().file("f", "x").done()));
    RootOwners owners = owners();
    try {
      Path root = roots.prepare("one", chains, Optional.of(owners));
      assertThat(root.resolve("f")).hasContent("x");
      Path copies = directory.resolve("mapped").resolve(owners.name());
      roots.forget(chains.getFirst());
      assertThat(copies).isEmptyDirectory();
      // Half of a copy that an earlier life made.
      Files.createDirectory(directory.resolve("mapped/new-x"));
      RootFilesystems next =
          new RootFilesystems(
              directory.resolve("roots"), snapshots, RootFilesystems.Kind.OVERLAY_OF_COPIES);
      next.forgetCopies();
      assertThat(directory.resolve("mapped")).isEmptyDirectory();
    } finally {
      roots.release("one");
      Namespaces.remove(owners.namespace());
    }
  }

  @Test
  void anImageWithManyLayersCanBeMounted() throws IOException {
    Snapshots snapshots = new Snapshots(directory.resolve("l".repeat(100)).resolve("layers"));
    RootFilesystems roots =
        new RootFilesystems(directory.resolve("roots"), snapshots, RootFilesystems.Kind.OVERLAY);
    List<byte[]> archives = new ArrayList<>();
    for (int i = 0; i < 120; i++) {
      archives.add(new TarText().file("file-" + i, "" + i).done());
    }
    Path root = roots.prepare("many", layers(snapshots, archives), Optional.empty());
    try {
      assertThat(root.resolve("file-0")).hasContent("0");
      assertThat(root.resolve("file-119")).hasContent("119");
    } finally {
      roots.release("many");
    }
  }

  @Test
  void whatAnEarlierLifeLeftHalfUnpackedIsRemoved() throws IOException {
    Snapshots snapshots = new Snapshots(directory);
    List<Digest> chains = layers(snapshots, List.of(new TarText().file("f", "x").done()));
    Snapshots.Room begun = snapshots.room();
    Files.writeString(begun.directory().resolve("half"), "x");
    Snapshots next = new Snapshots(directory);
    assertThat(begun.directory()).doesNotExist();
    assertThat(next.all()).containsExactlyElementsOf(chains);
    next.delete(chains.getFirst());
    next.delete(chains.getFirst());
    next.sweep();
    assertThat(directory).isEmptyDirectory();
  }

  /** Whoever deletes one holds the locks that others need to start a container. */
  @Test
  void theFilesOfADeletedLayerGoLater() throws IOException {
    Snapshots snapshots = new Snapshots(directory);
    List<Digest> chains = layers(snapshots, List.of(new TarText().file("f", "x").done()));
    snapshots.delete(chains.getFirst());
    assertThat(snapshots.all()).isEmpty();
    try (Stream<Path> left = Files.list(directory)) {
      assertThat(left).singleElement().satisfies(each -> assertThat(each.resolve("fs/f")).exists());
    }
    // An earlier life did not come to it.
    Snapshots _ = new Snapshots(directory);
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void aKeyThatIsNoNameIsRefused() throws IOException {
    RootFilesystems roots =
        new RootFilesystems(
            directory.resolve("roots"),
            new Snapshots(directory.resolve("layers")),
            RootFilesystems.Kind.OVERLAY);
    for (String key : List.of("", "..", "../x", "a/b", ".hidden", "x\n")) {
      assertThatThrownBy(() -> roots.prepare(key, List.of(), Optional.empty()))
          .isInstanceOf(IllegalArgumentException.class);
      assertThatThrownBy(() -> roots.release(key)).isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void whatATrialLeftWhenItsProcessDiedIsTakenAway() throws IOException {
    Path probe = Files.createDirectories(directory.resolve("probe-1/root"));
    Mounts.tmpfs(probe, List.of());
    Files.writeString(probe.resolve("file"), "");
    RootFilesystems.kindAt(directory);
    assertThat(directory).isEmptyDirectory();
  }
}
