package dev.jubelet.acceptance;

import dev.jubelet.acceptance.host.Tool;
import dev.jubelet.app.host.LocalImages;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;

/**
 * A small image in four layers that has everything which layers can do to each other: files that
 * are replaced, hidden and linked to, a directory that is hidden with all in it, and directories
 * that a layer uses without saying how they look.
 */
final class LayeredImage {
  /** Run in a container of the image, it succeeds when every file is as it should be. */
  static final String TEST =
      "set -e; test ! -e /a; test ! -e /dir/x; test \"$(cat /dir/z)\" = z;"
          + " test \"$(cat /b)\" = b2; test \"$(cat /again)\" = b2; test \"$(cat /d)\" = c;"
          + " test \"$(cat /deep/one/file)\" = deep; test \"$(cat /deep/one/new)\" = new;"
          + " test \"$(stat -c %a /deep/one)\" = 750; sha256sum -c /noise.sum";

  private static final int NOISE = 300_000;

  private final Path directory;
  private final List<LocalRegistry.Layer> layers = new ArrayList<>();

  private LayeredImage(Path directory) {
    this.directory = directory;
  }

  static String push(LocalRegistry registry, Path directory) throws IOException {
    LayeredImage image = new LayeredImage(Files.createDirectories(directory));
    image.layer("gzip", image.programs());
    image.layer("zstd", image.lower());
    image.layer("gzip", image.upper());
    image.layer("zstd", image.loose());
    return registry.push(image.layers, "it/image", "1");
  }

  private void layer(String compression, Path tar) throws IOException {
    Tool.of(compression, "-qk", tar.toString()).run();
    layers.add(
        LocalRegistry.Layer.of(
            tar, Path.of(tar + (compression.equals("gzip") ? ".gz" : ".zst")), compression));
  }

  private Path tree(String name) throws IOException {
    return Files.createDirectories(directory.resolve(name));
  }

  private Path packed(Path tree, String... names) {
    Path tar = Path.of(tree + ".tar");
    List<String> words = new ArrayList<>(List.of("tar", "-C", tree.toString(), "-cf"));
    words.add(tar.toString());
    words.addAll(List.of(names));
    Tool.of(words.toArray(String[]::new)).run();
    return tar;
  }

  private Path programs() throws IOException {
    Path tree = tree("programs");
    Path bin = Files.createDirectories(tree.resolve("bin"));
    Files.write(bin.resolve("busybox"), LocalImages.busyboxContent());
    Files.setPosixFilePermissions(
        bin.resolve("busybox"), PosixFilePermissions.fromString("rwxr-xr-x"));
    for (String name : List.of("sh", "cat", "stat", "test", "sha256sum")) {
      Files.createSymbolicLink(bin.resolve(name), Path.of("busybox"));
    }
    return packed(tree, ".");
  }

  private Path lower() throws IOException {
    Path tree = tree("lower");
    for (String name : List.of("a", "b", "c")) {
      Files.writeString(tree.resolve(name), name);
    }
    Files.writeString(Files.createDirectories(tree.resolve("dir")).resolve("x"), "x");
    Path one = Files.createDirectories(tree.resolve("deep/one"));
    Files.writeString(one.resolve("file"), "deep");
    Files.setPosixFilePermissions(one, PosixFilePermissions.fromString("rwxr-x---"));
    byte[] noise = new byte[NOISE];
    new Random(5).nextBytes(noise);
    Files.writeString(tree.resolve("noise"), HexFormat.of().formatHex(noise));
    String sum = Tool.of("sha256sum", tree.resolve("noise").toString()).run();
    Files.writeString(tree.resolve("noise.sum"), sum.substring(0, sum.indexOf(' ')) + "  /noise\n");
    return packed(tree, ".");
  }

  private Path upper() throws IOException {
    Path tree = tree("upper");
    Files.createFile(tree.resolve(".wh.a"));
    Path dir = Files.createDirectories(tree.resolve("dir"));
    Files.createFile(dir.resolve(".wh..wh..opq"));
    Files.writeString(dir.resolve("z"), "z");
    Files.writeString(tree.resolve("b"), "b2");
    Files.createLink(tree.resolve("again"), tree.resolve("b"));
    return packed(tree, ".");
  }

  /** A link to a file of another layer, and a file whose directories are not told. */
  private Path loose() throws IOException {
    Path tree = tree("loose");
    Files.writeString(tree.resolve("c"), "c");
    Files.createLink(tree.resolve("d"), tree.resolve("c"));
    Files.writeString(Files.createDirectories(tree.resolve("deep/one")).resolve("new"), "new");
    Path tar = packed(tree, "c", "d", "deep/one/new");
    Tool.of("tar", "--delete", "-f", tar.toString(), "c").run();
    return tar;
  }
}
