package dev.jubelet.images.unpack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.luben.zstd.Zstd;
import dev.jubelet.images.content.Digest;
import dev.jubelet.images.content.DiskReserve;
import dev.jubelet.linux.file.BuildDirectory;
import dev.jubelet.ports.MemoryBudget;
import dev.jubelet.ports.OutsideFailure;
import dev.jubelet.testkit.Needed;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class LayerUnpackerTest {
  @TempDir Path base = Path.of("");
  private Path root = Path.of("");

  @BeforeEach
  void makeRoot() throws IOException {
    Needed.root();
    root = Files.createDirectory(base.resolve("root"));
  }

  private LayerUnpacker.Unpacked unpack(byte[] blob) throws IOException {
    return LayerUnpacker.unpack(new ByteArrayInputStream(blob), root, Allowances.usual());
  }

  private static Object fact(Path file, String what) throws IOException {
    return Files.getAttribute(file, "unix:" + what, LinkOption.NOFOLLOW_LINKS);
  }

  private boolean whiteout(String directory, String name) {
    try (BuildDirectory held = BuildDirectory.at(root.resolve(directory))) {
      return held.facts(BytePath.bytes(name)).orElseThrow().whiteout();
    }
  }

  private boolean opaque(String directory) {
    try (BuildDirectory held = BuildDirectory.at(root.resolve(directory))) {
      return held.ownXattr(DirectoryStack.OPAQUE).isPresent();
    }
  }

  @ParameterizedTest
  @EnumSource(TarText.Wrapping.class)
  void filesDirectoriesAndLinksGetAllThatTheArchiveSays(TarText.Wrapping wrapping)
      throws IOException {
    byte[] archive =
        new TarText()
            .directory("./", 0711)
            .entry('5', "bin/", new byte[0], head -> head.mode(01775).owner(3, 4))
            .file("bin/tool", "run me", head -> head.mode(04755).owner(1000, 2000))
            .link("bin/alias", "tool")
            .hardLink("bin/again", "bin/tool")
            .pax("SCHILY.xattr.user.note", "hello", "mtime", "1600000000.25")
            .file("noted", "x")
            .pax("path", "deep/" + "n".repeat(200) + "/file")
            .file("short", "long name")
            .longName('L', "gnu/" + "g".repeat(150))
            .file("short", "gnu name")
            .done();
    LayerUnpacker.Unpacked unpacked = unpack(wrapping.wrap(archive));
    assertThat(unpacked.diffId()).isEqualTo(Digest.of(archive));
    assertThat(unpacked.entries()).isEqualTo(8);
    assertThat(unpacked.bytes()).isEqualTo(6 + 1 + 9 + 8);
    Path tool = root.resolve("bin/tool");
    assertThat(tool).hasContent("run me");
    assertThat((int) fact(tool, "mode") & 07777).isEqualTo(04755);
    assertThat(fact(tool, "uid")).isEqualTo(1000);
    assertThat(fact(tool, "gid")).isEqualTo(2000);
    assertThat(fact(tool, "nlink")).isEqualTo(2);
    assertThat(fact(root.resolve("bin/again"), "ino")).isEqualTo(fact(tool, "ino"));
    assertThat((int) fact(root.resolve("bin"), "mode") & 07777).isEqualTo(01775);
    assertThat(fact(root.resolve("bin"), "uid")).isEqualTo(3);
    assertThat((int) fact(root, "mode") & 07777).isEqualTo(0711);
    assertThat(Files.readSymbolicLink(root.resolve("bin/alias"))).hasToString("tool");
    assertThat(Files.getAttribute(root.resolve("noted"), "user:note"))
        .isEqualTo("hello".getBytes(StandardCharsets.US_ASCII));
    assertThat(fact(root.resolve("noted"), "lastModifiedTime"))
        .isEqualTo(FileTime.from(Instant.parse("2020-09-13T12:26:40.250Z")));
    assertThat(root.resolve("deep/" + "n".repeat(200) + "/file")).hasContent("long name");
    assertThat(root.resolve("gnu/" + "g".repeat(150))).hasContent("gnu name");
  }

  @Test
  void aDirectoryKeepsItsTimeThoughEntriesComeLater() throws IOException {
    unpack(
        new TarText()
            .directory("a")
            .directory("a/b")
            .file("a/b/x", "x")
            .file("other", "y")
            .file("a/late", "z")
            .done());
    FileTime said = FileTime.from(Instant.ofEpochSecond(1_700_000_000L));
    assertThat(fact(root.resolve("a"), "lastModifiedTime")).isEqualTo(said);
    assertThat(fact(root.resolve("a/b"), "lastModifiedTime")).isEqualTo(said);
  }

  @Test
  void whatALayerRemovesBecomesAWhiteout() throws IOException {
    unpack(
        new TarText()
            .directory("etc")
            .file("etc/.wh.passwd", "")
            .directory("var")
            .file("var/.wh..wh..opq", "")
            .file("var/new", "kept")
            .done());
    assertThat(whiteout("etc", "passwd")).isTrue();
    assertThat(opaque("etc")).isFalse();
    assertThat(opaque("var")).isTrue();
    assertThat(root.resolve("var/new")).hasContent("kept");
    assertThat(root.resolve("var/.wh..wh..opq")).doesNotExist();
  }

  @Test
  void aWhiteoutNeverHidesWhatTheSameLayerBrings() throws IOException {
    unpack(
        new TarText()
            .file("first", "stays")
            .file(".wh.first", "")
            .file(".wh.second", "")
            .file("second", "stays")
            .directory("third")
            .file("third/x", "stays")
            .file(".wh.third", "")
            .file(".wh.fourth", "")
            .file("fourth/x", "stays")
            .done());
    assertThat(root.resolve("first")).hasContent("stays");
    assertThat(root.resolve("second")).hasContent("stays");
    assertThat(root.resolve("third/x")).hasContent("stays");
    assertThat(opaque("third")).isTrue();
    assertThat(root.resolve("fourth/x")).hasContent("stays");
    assertThat(opaque("fourth")).isTrue();
  }

  @Test
  void aDirectoryWithoutAnEntryLooksAsItDoesBelow() throws IOException {
    Path lower = Files.createDirectory(base.resolve("lower"));
    byte[] below =
        new TarText()
            .entry('5', "tmp", new byte[0], head -> head.mode(01777).owner(5, 6))
            .entry('5', "hidden", new byte[0], head -> head.mode(0700))
            .done();
    LayerUnpacker.unpack(new ByteArrayInputStream(below), lower, Allowances.usual());
    Path middle = Files.createDirectory(base.resolve("middle"));
    LayerUnpacker.unpack(
        new ByteArrayInputStream(new TarText().file(".wh.hidden", "").done()),
        middle,
        Allowances.usual());
    LayerUnpacker.Unpacked layer =
        unpack(new TarText().file("tmp/x", "x").file("hidden/x", "x").done());
    LayerSettling.settle(root, layer.open(), List.of(middle, lower), Allowances.usual());
    assertThat((int) fact(root.resolve("tmp"), "mode") & 07777).isEqualTo(01777);
    assertThat(fact(root.resolve("tmp"), "uid")).isEqualTo(5);
    assertThat((int) fact(root.resolve("hidden"), "mode") & 07777).isEqualTo(0755);
  }

  @Test
  void mergedLayersLookAsOverlayfsShowsThem() throws IOException {
    unpack(
        new TarText()
            .file("gone", "1")
            .file("dir/a", "1")
            .file("dir/b", "1")
            .file("opaque/old", "1")
            .link("became", "dir")
            .hardLink("twin", "dir/a")
            .done());
    Path upper = Files.createDirectory(base.resolve("upper"));
    byte[] second =
        new TarText()
            .file(".wh.gone", "")
            .file("dir/b", "2")
            .file("opaque/.wh..wh..opq", "")
            .file("opaque/new", "2")
            .directory("became", 0700)
            .file("became/x", "2")
            .done();
    LayerUnpacker.unpack(new ByteArrayInputStream(second), upper, Allowances.usual());
    Path tree = Files.createDirectory(base.resolve("tree"));
    LayerMerge.apply(root, tree, OwnerMap.NONE);
    LayerMerge.apply(upper, tree, OwnerMap.NONE);
    assertThat(tree.resolve("gone")).doesNotExist();
    assertThat(tree.resolve("dir/a")).hasContent("1");
    assertThat(tree.resolve("dir/b")).hasContent("2");
    assertThat(tree.resolve("opaque/old")).doesNotExist();
    assertThat(tree.resolve("opaque/new")).hasContent("2");
    assertThat(tree.resolve("became/x")).hasContent("2");
    assertThat(Files.isSymbolicLink(tree.resolve("became"))).isFalse();
    assertThat(fact(tree.resolve("twin"), "ino")).isEqualTo(fact(tree.resolve("dir/a"), "ino"));
  }

  @Test
  void gzipOfSeveralMembersIsReadWholeAndGarbageAfterItRefused() throws IOException {
    byte[] archive = new TarText().file("f", "x".repeat(3000)).done();
    ByteArrayOutputStream members = new ByteArrayOutputStream();
    members.writeBytes(TarText.gzip(Arrays.copyOf(archive, 700)));
    members.writeBytes(TarText.gzip(Arrays.copyOfRange(archive, 700, archive.length)));
    assertThat(unpack(members.toByteArray()).diffId()).isEqualTo(Digest.of(archive));
    members.writeBytes(new byte[] {1, 2, 3});
    assertThatThrownBy(() -> unpack(members.toByteArray()))
        .isInstanceOf(LayerException.class)
        .hasMessageContaining("not gzip");
  }

  @Test
  void zstdWithSkippableFramesIsRead() throws IOException {
    byte[] archive = new TarText().file("f", "x").done();
    byte[] frame = {0x50, 0x2a, 0x4d, 0x18, 4, 0, 0, 0, 9, 9, 9, 9};
    ByteArrayOutputStream blob = new ByteArrayOutputStream();
    blob.writeBytes(frame);
    blob.writeBytes(Zstd.compress(archive));
    blob.writeBytes(frame);
    assertThat(unpack(blob.toByteArray()).diffId()).isEqualTo(Digest.of(archive));
  }

  @ParameterizedTest
  @EnumSource(
      value = TarText.Wrapping.class,
      names = {"GZIP", "ZSTD"})
  void bombsAndDamagedStreamsAreRefused(TarText.Wrapping wrapping) {
    byte[] bomb = wrapping.wrap(new TarText().file("zeros", "\0".repeat(30 << 20)).done());
    LayerLimits limits = new LayerLimits(10, 10, 1L << 30, 100, 1 << 20, 10, 1L << 30);
    assertThatThrownBy(
            () -> LayerUnpacker.unpack(new ByteArrayInputStream(bomb), root, Allowances.of(limits)))
        .isInstanceOf(LayerException.class)
        .hasMessageContaining("more than 100 times");
    byte[] good = wrapping.wrap(new TarText().file("f", "some text").done());
    byte[] cut = Arrays.copyOf(good, good.length - 5);
    assertThatThrownBy(() -> unpack(cut)).isInstanceOf(IOException.class);
    byte[] bent = good.clone();
    bent[good.length / 2] ^= 0x40;
    assertThatThrownBy(() -> unpack(bent)).isInstanceOf(IOException.class);
  }

  @Test
  void allLayersOfAnImageDrawOnOneAllowance() throws IOException {
    LayerLimits limits = new LayerLimits(10, 10, 1 << 20, 100, 1 << 20, 5, 3000);
    byte[] layer = new TarText().file("a", "x".repeat(1000)).file("b", "y").done();
    byte[] large = new TarText().file("a", "x".repeat(2500)).done();
    Path second = Files.createDirectory(base.resolve("second"));
    Path third = Files.createDirectory(base.resolve("third"));
    ImageAllowance image = Allowances.of(limits);
    LayerUnpacker.unpack(new ByteArrayInputStream(layer), root, image);
    assertThatThrownBy(() -> LayerUnpacker.unpack(new ByteArrayInputStream(large), second, image))
        .isInstanceOf(LayerException.class)
        .hasMessage("the image has more than 3000 bytes");
    byte[] many = new TarText().file("a", "").file("b", "").file("c", "").done();
    assertThatThrownBy(() -> LayerUnpacker.unpack(new ByteArrayInputStream(many), third, image))
        .isInstanceOf(LayerException.class)
        .hasMessage("the image has more than 5 entries");
  }

  /** A hard link to a file of a layer below is a copy, and a layer may have thousands of them. */
  @Test
  void filesThatAreCopiedFromBelowCountForTheImage() throws IOException {
    LayerLimits limits = new LayerLimits(100, 10, 1 << 20, 100, 1 << 20, 100, 5000);
    Path lower = Files.createDirectory(base.resolve("lower"));
    ImageAllowance image = Allowances.of(limits);
    byte[] below = new TarText().file("large", "x".repeat(2000)).done();
    LayerUnpacker.unpack(new ByteArrayInputStream(below), lower, image);
    byte[] links =
        new TarText().hardLink("1", "large").hardLink("2", "large").hardLink("3", "large").done();
    LayerUnpacker.Unpacked layer =
        LayerUnpacker.unpack(new ByteArrayInputStream(links), root, image);
    assertThatThrownBy(() -> LayerSettling.settle(root, layer.open(), List.of(lower), image))
        .isInstanceOf(LayerException.class)
        .hasMessage("the image has more than 5000 bytes");
  }

  @Test
  void whatLayersLeaveOpenIsBoundedForAllImagesTogether() throws IOException {
    MemoryBudget budget = new MemoryBudget("unfinished layers", 800);
    byte[] open = new TarText().file("a/b/c/d", "x").done();
    Path second = Files.createDirectory(base.resolve("second"));
    Path third = Files.createDirectory(base.resolve("third"));
    try (ImageAllowance one = allowance(budget);
        ImageAllowance other = allowance(budget)) {
      LayerUnpacker.unpack(new ByteArrayInputStream(open), root, one);
      LayerUnpacker.unpack(new ByteArrayInputStream(open), second, one);
      assertThatThrownBy(() -> LayerUnpacker.unpack(new ByteArrayInputStream(open), third, other))
          .isInstanceOf(OutsideFailure.class)
          .hasMessageContaining("unfinished layers may use");
    }
    assertThat(budget.used()).isZero();
  }

  private static ImageAllowance allowance(MemoryBudget budget) {
    return new ImageAllowance(LayerLimits.DEFAULT, new DiskReserve(Path.of("/")), budget);
  }
}
