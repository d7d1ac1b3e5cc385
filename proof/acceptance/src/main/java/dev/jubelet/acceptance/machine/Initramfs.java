package dev.jubelet.acceptance.machine;

import dev.jubelet.acceptance.host.Tool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** What the kernel starts with: a shell, and the modules that this kernel has not built in. */
final class Initramfs {
  private static final List<String> MODULES =
      List.of("virtio_pci", "virtio_blk", "overlay", "bridge", "veth");

  private Initramfs() {}

  static Path write(MachineParts parts, Path busybox, Path directory) throws IOException {
    GuestTree tree = new GuestTree(Files.createDirectory(directory.resolve("initramfs")));
    Files.createDirectory(tree.root().resolve("disk"));
    tree.file("/bin/busybox", busybox);
    tree.resource("init", "/init");
    StringBuilder order = new StringBuilder();
    for (Path module : new KernelModules(parts.modules()).inOrder(MODULES)) {
      tree.file("/modules/" + module.getFileName(), module);
      order.append(module.getFileName()).append('\n');
    }
    tree.file("/modules/order", order.toString());
    Path archive = directory.resolve("initramfs.cpio");
    Tool.of(
            "sh",
            "-c",
            "cd \"$1\" && find . | \"$2\" cpio -o -H newc >\"$3\"",
            "sh",
            tree.root().toString(),
            busybox.toString(),
            archive.toString())
        .run();
    return archive;
  }
}
