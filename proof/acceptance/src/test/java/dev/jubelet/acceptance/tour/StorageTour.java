package dev.jubelet.acceptance.tour;

import static dev.jubelet.acceptance.tour.Expectation.containing;
import static dev.jubelet.acceptance.tour.Expectation.is;
import static dev.jubelet.acceptance.tour.Expectation.like;

import dev.jubelet.acceptance.RealNode;
import dev.jubelet.linux.mount.MountTable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Volumes that need something of the node: a device, a program, a runtime that knows them. */
final class StorageTour {
  private static final int DEVICE_BYTES = 1 << 20;
  private static final String WRITTEN = "written to the device";

  private StorageTour() {}

  static List<Example> examples() {
    return List.of(imageVolume(), nfs(), block(), sizeLimit());
  }

  /**
   * The block device, and in the place of the machine's mount.nfs one that needs neither a server
   * nor a kernel that knows NFS.
   */
  static LoopDevice prepare(RealNode node) {
    try {
      Path exported = Files.createDirectories(node.directory().resolve("exported"));
      Files.writeString(exported.resolve("note"), "from the server\n");
      Path program = Files.createDirectories(programs(node)).resolve("mount.nfs");
      Files.writeString(
          program,
          """
          #!/bin/sh
          echo "$1 $3 $4" >> %s
          mount --bind %s "$2" && mount -o remount,bind,ro "$2"
          """
              .formatted(calls(node), exported));
      Files.setAttribute(program, "unix:mode", 0755);
      Path tour = Files.createDirectories(Tour.hostDirectory(node));
      LoopDevice loop = LoopDevice.over(image(node), DEVICE_BYTES);
      Files.createSymbolicLink(tour.resolve("block"), loop.device());
      return loop;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What Jubelet finds before the programs of the machine. */
  static Path programs(RealNode node) {
    return node.directory().resolve("programs");
  }

  private static Example imageVolume() {
    return Example.of("image-volume")
        .where(Runtimes::mountImages)
        .prints("run from the volume", "cannot be written")
        .mount("/tools", like(".* /tools ro.*"))
        .elsewhere()
        .state("state/waiting/reason", "CreateContainerError")
        .state(
            "state/waiting/message",
            containing(
                "(volume \"tools\" is image \"localhost/busybox:1\", which takes containerd 2.1"))
        .everywhere()
        .pod("image-volume-missing")
        .state("state/waiting/reason", "ImagePullBackOff")
        .state(
            "state/waiting/message",
            containing("image \"localhost:1/not-there:1\" of volume \"tools\""));
  }

  private static Example nfs() {
    return Example.of("nfs")
        .prints("from the server", "cannot be written")
        .mount("/shared", containing("/exported /shared ro"))
        .check(
            "the program was called with",
            pod -> ContainerView.read(calls(pod.view().node())),
            is("192.0.2.10:/exports/tour -o ro\n"))
        .check(
            "the node's mount table",
            pod ->
                MountTable.read().beneath(pod.directory()).stream()
                    .map(mount -> Path.of(mount.point()).getFileName().toString())
                    .toList()
                    .toString(),
            is("[shared]"));
  }

  private static Example block() {
    return Example.of("block-volume")
        .prints("is a block device", "written")
        .inspect("info/config/devices/0/container_path", "/dev/disk")
        .check(
            "the image of the device",
            pod -> ContainerView.read(image(pod.view().node())).substring(0, WRITTEN.length()),
            is(WRITTEN));
  }

  private static Example sizeLimit() {
    return Example.of("size-limit")
        .prints("wrote 2 MiB")
        .phase("Failed")
        .reports("status/reason", "Evicted")
        .reports(
            "status/message", is("Usage of EmptyDir volume \"data\" exceeds the limit \"1Mi\"."))
        .check("nothing of it runs", pod -> String.valueOf(pod.running()), is("0"));
  }

  private static Path calls(RealNode node) {
    return node.directory().resolve("nfs-calls");
  }

  private static Path image(RealNode node) {
    return node.directory().resolve("block-image");
  }
}
