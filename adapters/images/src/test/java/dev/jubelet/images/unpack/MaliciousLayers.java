package dev.jubelet.images.unpack;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;

/** Archives that try to get out of their root, or to break whoever unpacks them. */
final class MaliciousLayers {
  /** What must become of one; in no case is anything outside touched. */
  enum Fate {
    REFUSED,
    KEPT,
    /** Refused on its own, kept where the layer below has what it names. */
    NEEDS_LOWER
  }

  /**
   * @param archive given the path of a directory outside that has a file called {@code file}
   */
  record Shape(String name, Fate fate, Function<String, byte[]> archive) {
    @Override
    public String toString() {
      return name;
    }
  }

  private static final Charset US = StandardCharsets.US_ASCII;
  private static final String LONG = "n".repeat(256);
  private final List<Shape> shapes = new ArrayList<>();

  static List<Shape> all() {
    MaliciousLayers layers = new MaliciousLayers();
    layers.names();
    layers.links();
    layers.attributes();
    layers.hardLinks();
    layers.whiteouts();
    layers.devices();
    layers.headers();
    layers.amounts();
    return List.copyOf(layers.shapes);
  }

  private void add(String name, Fate fate, Function<String, TarText> archive) {
    shapes.add(new Shape(name, fate, canary -> archive.apply(canary).done()));
  }

  private void refused(String name, Function<String, TarText> archive) {
    add(name, Fate.REFUSED, archive);
  }

  private void kept(String name, Function<String, TarText> archive) {
    add(name, Fate.KEPT, archive);
  }

  private static TarText tar() {
    return new TarText();
  }

  private void names() {
    refused("a file one up", _ -> tar().file("../x", "evil"));
    refused("down and then up twice", _ -> tar().file("a/../../x", "evil"));
    refused("up in the middle", _ -> tar().file("a/../b", "evil"));
    kept("an absolute path", canary -> tar().file(canary + "/file", "evil"));
    kept("a dot and a slash", _ -> tar().directory("./", 0750));
    refused("a file without a name", _ -> tar().file("", "evil"));
    refused("a file called dot", _ -> tar().file(".", "evil"));
    refused("a directory called dot dot", _ -> tar().directory("..", 0777));
    refused("a file called slash", _ -> tar().file("/", "evil"));
    refused("a NUL in a name", _ -> tar().pax("path", "a\0/../b").file("a", "evil"));
    refused(
        "a path beyond PATH_MAX", _ -> tar().pax("path", "a/".repeat(2100) + "x").file("a", ""));
    refused("a name of 256 bytes", _ -> tar().pax("path", LONG).file("a", ""));
    kept("a name that is not UTF-8", _ -> tar().file("\u00ff\u00fe\u0080", "odd"));
    kept("backslash and colon", _ -> tar().file("..\\c:\\x", "odd"));
    kept("a newline in a name", _ -> tar().file("a\nb", "odd"));
    refused("a path below a file", _ -> tar().file("f", "a file").file("f/x", "evil"));
    refused("the root as a link", canary -> tar().link("./", canary));
  }

  private void links() {
    refused("through an absolute link", canary -> tar().link("d", canary).file("d/file", "evil"));
    refused("through a link up", _ -> tar().link("d", "../canary").file("d/file", "evil"));
    refused(
        "through a chain of links",
        canary -> tar().link("b", canary).link("a", "b").file("a/file", "evil"));
    refused("through a loop", _ -> tar().link("a", "b").link("b", "a").file("a/x", "evil"));
    refused("through a link inside", _ -> tar().directory("r").link("l", "r").file("l/x", "evil"));
    refused("a link called dot dot", canary -> tar().link("..", canary));
    refused("a link without a name", canary -> tar().link("", canary));
    refused("a link to nothing", _ -> tar().link("l", ""));
    refused("a link of 4 KiB", _ -> tar().pax("linkpath", "t".repeat(4096)).link("l", "t"));
    kept(
        "a link over a directory",
        canary -> tar().directory("d").file("d/x", "x").link("d", canary).file("y", "y"));
    kept(
        "a directory over a link",
        canary -> tar().link("d", canary).directory("d", 0777).file("d/file", "mine"));
    kept("a file over a link", canary -> tar().link("f", canary + "/file").file("f", "mine"));
    refused("directories through a link", canary -> tar().link("d", canary).directory("d/a/b/c"));
    refused(
        "through /proc/self/root",
        canary -> tar().link("p", "/proc/self/root").file("p" + canary + "/file", "evil"));
    refused(
        "through /proc/self/cwd", _ -> tar().link("p", "/proc/self/cwd").file("p/evil", "evil"));
    refused(
        "a device through /dev as a link",
        canary -> tar().link("dev", canary).device('3', "dev/null", 1, 3));
    refused("a link through a link", canary -> tar().link("d", canary).link("d/l", "x"));
    for (String trap :
        List.of("dev", "proc", "sys", "etc/passwd", "etc/resolv.conf", "var/run", "dev/console")) {
      kept(trap + " as a link", canary -> tar().link(trap, canary + "/file"));
    }
  }

  private void attributes() {
    kept(
        "mode through a link",
        canary -> tar().link("f", canary + "/file").file("f", "mine", head -> head.mode(06777)));
    kept(
        "mode of a directory through a link",
        canary -> tar().link("d", canary).directory("d/", 07777));
    kept(
        "owner through a link",
        canary ->
            tar().link("d", canary).entry('5', "d/", new byte[0], head -> head.owner(1234, 1234)));
    kept(
        "owner of a link",
        canary ->
            tar()
                .entry(
                    '2', "l", new byte[0], head -> head.link(canary + "/file").owner(1234, 1234)));
    kept(
        "an attribute through a link",
        canary ->
            tar()
                .link("d", canary)
                .pax("SCHILY.xattr.user.evil", "yes")
                .entry('5', "d", new byte[0], _ -> {}));
    kept(
        "an attribute of a link",
        canary -> tar().pax("SCHILY.xattr.user.evil", "yes").link("l", canary + "/file"));
    kept(
        "attributes of overlayfs",
        canary ->
            tar()
                .pax(
                    "SCHILY.xattr.trusted.overlay.opaque", "y",
                    "SCHILY.xattr.trusted.overlay.redirect", canary,
                    "SCHILY.xattr.user.overlay.opaque", "y",
                    "SCHILY.xattr.security.selinux", "system_u:object_r:evil_t:s0")
                .directory("d"));
    kept(
        "set-user-id and a capability",
        _ ->
            tar()
                .pax(
                    "SCHILY.xattr.security.capability", "\1\0\0\2\0\40\0\0\0\0\0\0\0\0\0\0\0\0\0\0")
                .file("suid", "x", head -> head.mode(06755)));
    refused(
        "too many attributes",
        _ -> {
          String[] records = new String[130];
          for (int i = 0; i < records.length; i += 2) {
            records[i] = "SCHILY.xattr.user.a" + i;
            records[i + 1] = "v";
          }
          return tar().pax(records).file("f", "");
        });
    refused("an owner beyond 32 bits", _ -> tar().pax("uid", "4294967296").file("f", ""));
    refused("an owner of -1", _ -> tar().pax("uid", "-1").file("f", ""));
    kept("a time before 1970", _ -> tar().pax("mtime", "-99999999999.5").file("f", ""));
    kept("a time beyond the sun", _ -> tar().pax("mtime", "99999999999999999").file("f", ""));
  }

  private void hardLinks() {
    refused("a hard link to an absolute path", canary -> tar().hardLink("h", canary + "/file"));
    refused("a hard link up", _ -> tar().hardLink("h", "../canary/file"));
    refused(
        "a hard link through a link", canary -> tar().link("d", canary).hardLink("h", "d/file"));
    kept(
        "a hard link to a link, then written",
        canary -> tar().link("l", canary + "/file").hardLink("h", "l").file("h", "mine"));
    kept(
        "a hard link to a link with a mode",
        canary ->
            tar()
                .link("l", canary + "/file")
                .entry('1', "h", new byte[0], head -> head.link("l").mode(04777).owner(9, 9)));
    kept(
        "a hard link to a link, and a directory over it",
        canary -> tar().link("d", canary).hardLink("h", "d").directory("d").file("d/file", "mine"));
    kept("a hard link before its file", _ -> tar().hardLink("h", "f").file("f", "late"));
    refused("a hard link to itself", _ -> tar().file("f", "x").hardLink("f", "./f"));
    refused("a hard link to the root", _ -> tar().hardLink("h", "/"));
    refused("a hard link to a directory", _ -> tar().directory("d").hardLink("h", "d"));
    refused("a hard link to nothing", _ -> tar().hardLink("h", "nowhere"));
    refused("a hard link to a whiteout", _ -> tar().file(".wh.w", "").hardLink("h", "w"));
    add(
        "a hard link to a file below, then written",
        Fate.NEEDS_LOWER,
        _ -> tar().hardLink("h", "low/file").hardLink("i", "low/file").file("h", "mine"));
  }

  private void whiteouts() {
    refused("a whiteout of dot dot", _ -> tar().file(".wh...", ""));
    refused("a whiteout of dot", _ -> tar().file(".wh..", ""));
    refused("a whiteout of nothing", _ -> tar().file(".wh.", ""));
    refused("a whiteout of dot dot in a directory", _ -> tar().file("etc/.wh...", ""));
    refused("a whiteout up", _ -> tar().file("../.wh.canary", ""));
    refused("a way through a whiteout", _ -> tar().file(".wh.d/x", "evil"));
    refused("a way through dot dot's whiteout", _ -> tar().file(".wh.../canary/file", "evil"));
    kept("a whiteout of a link", canary -> tar().link("l", canary).file(".wh.l", ""));
    refused("a whiteout through a link", canary -> tar().link("d", canary).file("d/.wh.file", ""));
    refused("a whiteout behind a dead link", _ -> tar().link("d", "/nowhere").file("d/.wh.x", ""));
    refused("opaque through a link", canary -> tar().link("d", canary).file("d/.wh..wh..opq", ""));
    kept("an opaque root", _ -> tar().file(".wh..wh..opq", ""));
    kept("names of aufs", _ -> tar().directory(".wh..wh.plnk").file(".wh..wh.aufs", ""));
    kept(
        "opaque five thousand times",
        _ -> {
          TarText tar = tar().directory("d");
          for (int i = 0; i < 5_000; i++) {
            tar.file("d/.wh..wh..opq", "");
          }
          return tar;
        });
    refused("a forged whiteout", _ -> tar().device('3', "etc", 0, 0));
  }

  private void devices() {
    kept("a disk", _ -> tar().device('4', "sda", 8, 0));
    kept("the memory", _ -> tar().device('3', "mem", 1, 1));
    kept("a pipe", _ -> tar().device('6', "pipe", 0, 0));
    kept("a file over a pipe", _ -> tar().device('6', "p", 0, 0).file("p", "no waiting"));
    refused("a socket", _ -> tar().entry('s', "s", new byte[0], _ -> {}));
    refused("a directory dump", _ -> tar().entry('D', "d", new byte[0], _ -> {}));
  }

  private void headers() {
    refused("a path by extended header", _ -> tar().pax("path", "../x").file("fine", "evil"));
    refused(
        "a link by extended header",
        _ -> tar().pax("linkpath", "../canary/file").hardLink("h", "fine"));
    refused("a size by extended header", _ -> tar().pax("size", "99999").file("f", "short"));
    refused("a negative size by extended header", _ -> tar().pax("size", "-1").file("f", "short"));
    kept(
        "a global header",
        _ -> tar().entry('g', "g", TarText.records("path", "../x"), _ -> {}).file("f", "fine"));
    refused(
        "an extended header without length",
        _ -> tar().entry('x', "x", "path=../x\n".getBytes(US), _ -> {}).file("f", ""));
    refused(
        "an extended header that lies",
        _ -> tar().entry('x', "x", "99 path=../x\n".getBytes(US), _ -> {}).file("f", ""));
    refused(
        "an extended header of 2 MiB",
        _ -> tar().pax("comment", "c".repeat(2 << 20)).file("f", ""));
    refused(
        "extended headers without end",
        _ -> {
          TarText tar = tar();
          for (int i = 0; i < 20; i++) {
            tar.pax("comment", "again");
          }
          return tar.file("f", "");
        });
    refused("a long name up", _ -> tar().longName('L', "a/../../x").file("a", "evil"));
    refused(
        "a long name of 1 GiB",
        _ -> tar().entry('L', "././@LongLink", new byte[0], head -> head.octal(124, 12, 1L << 30)));
    refused("an old sparse file", _ -> tar().entry('S', "s", new byte[0], _ -> {}));
    refused(
        "a sparse file",
        _ ->
            tar()
                .pax("GNU.sparse.map", "0,10,5,10", "GNU.sparse.size", "9e18")
                .file("s", "0123456789"));
    refused("a size that is no number", _ -> tar().file("f", "", head -> head.text(124, 12, "9z")));
    refused(
        "a negative binary size",
        _ -> tar().file("f", "", head -> head.raw(124, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff)));
    refused(
        "a binary size beyond 64 bits",
        _ -> tar().file("f", "", head -> head.raw(124, 0x80, 0x7f, 0xff, 0xff, 0xff, 0xff)));
    refused("a wrong sum", _ -> tar().damaged("f"));
    shapes.add(
        new Shape(
            "a cut in a file",
            Fate.REFUSED,
            _ -> {
              byte[] whole = tar().file("f", "x".repeat(2000)).cut();
              return Arrays.copyOf(whole, 1000);
            }));
    shapes.add(
        new Shape(
            "a cut in a header",
            Fate.REFUSED,
            _ -> {
              byte[] whole = tar().file("f", "x").file("g", "y").cut();
              return Arrays.copyOf(whole, 1200);
            }));
    shapes.add(new Shape("no end", Fate.KEPT, _ -> tar().file("f", "x").cut()));
    kept(
        "more after the end", _ -> tar().file("f", "x").bytes(new byte[1024]).file("../x", "evil"));
  }

  private void amounts() {
    kept(
        "a name that changes its kind",
        canary -> {
          TarText tar = tar();
          for (int i = 0; i < 300; i++) {
            tar.directory("n").file("n/inner", "x").file("n", "f").link("n", canary);
          }
          return tar;
        });
    refused(
        "too many entries",
        _ -> {
          TarText tar = tar();
          for (int i = 0; i < 6_000; i++) {
            tar.file("many/" + i, "");
          }
          return tar;
        });
    refused("too deep", _ -> tar().pax("path", "a/".repeat(300) + "f").file("f", ""));
    refused("too large", _ -> tar().file("f", "\0".repeat(9 << 20)));
  }
}
