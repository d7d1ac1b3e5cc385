package dev.jubelet.acceptance.tour;

import static dev.jubelet.acceptance.tour.Expectation.absent;
import static dev.jubelet.acceptance.tour.Expectation.containing;
import static dev.jubelet.acceptance.tour.Expectation.is;
import static dev.jubelet.acceptance.tour.Expectation.like;

import dev.jubelet.acceptance.RealNode;
import dev.jubelet.acceptance.host.Tool;
import dev.jubelet.linux.mount.MountTable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** What is mounted into containers. */
final class VolumeTour {
  private VolumeTour() {}

  static List<Example> examples() {
    return List.of(
        emptyDir(), hostPath(), subPath(), fsGroup(), claim(), propagation(), readOnly());
  }

  /** A mount of the node that is shared, whatever this machine does with its root. */
  static void prepare(RealNode node) {
    try {
      String shared = Files.createDirectories(Tour.hostDirectory(node)).toString();
      Tool.of("mount", "--bind", shared, shared).run();
      Tool.of("mount", "--make-shared", shared).run();
      Files.createDirectory(Tour.hostDirectory(node).resolve("disk"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Example emptyDir() {
    return Example.of("empty-dir")
        .prints("mode 777", "written by the other container")
        .printed(like(".* 8192 .* /memory"))
        .mount("/memory", " - tmpfs ")
        .check(
            "the node's mount table",
            pod ->
                MountTable.read().beneath(pod.directory()).stream()
                    .map(mount -> mount.type() + " " + Path.of(mount.point()).getFileName())
                    .toList()
                    .toString(),
            is("[tmpfs memory]"))
        .check(
            "the file on the node",
            pod ->
                ContainerView.read(
                    pod.directory().resolve("volumes/kubernetes.io~empty-dir/disk/note")),
            is("written by the other container\n"));
  }

  private static Example hostPath() {
    return Example.of("host-path")
        .prints("made directory 755", "made regular empty file 644", "found character special file")
        .check(
            "the file on the node",
            pod -> read(pod, "directory/note"),
            is("note of the container\n"))
        .inspect("status/mounts/containerPath=|device/hostPath", "/dev/null")
        .pod("host-path-missing")
        .phase("Pending")
        .state("state/waiting/reason", "ContainerCreating");
  }

  private static Example subPath() {
    return Example.of("sub-path")
        .prints("part: side, left")
        .printed(like("[^\n]*\n192\\.0\\.2\\.99 mine"))
        .mount("/part", containing("/left /part "))
        .mount("/etc/hosts", containing("/hosts /etc/hosts "))
        .check(
            "the file on the node",
            pod ->
                ContainerView.read(
                    pod.directory()
                        .resolve("volumes/kubernetes.io~empty-dir/data/logs")
                        .resolve(pod.name())
                        .resolve("file")),
            is("log of sub-path-node-under-test\n"));
  }

  private static Example fsGroup() {
    return Example.of("fs-group")
        .prints("volume of 0:4000 2777", "file of 1000:4000")
        .process("Groups", containing("4000"))
        .check(
            "the directory on the node",
            pod ->
                Tool.of(
                        "stat",
                        "-c",
                        "%g",
                        pod.directory().resolve("volumes/kubernetes.io~empty-dir/data").toString())
                    .run()
                    .strip(),
            is("4000"));
  }

  private static Example claim() {
    return Example.of("persistent-volume")
        .prints("written")
        .mount("/data", containing("/disk /data "))
        .leaves(
            "the file on the node",
            node -> ContainerView.read(Tour.hostDirectory(node).resolve("disk/note")),
            is("kept\n"));
  }

  private static Example propagation() {
    return Example.of("mount-propagation")
        .container("mounts")
        .prints("mounted")
        .inspect("status/mounts/containerPath=|host/propagation", "PROPAGATION_BIDIRECTIONAL")
        .container("sees")
        .prints("sees the mount")
        .mount("/host/inner", " - tmpfs tour ")
        .mount("/host", like(".* master:\\d+ .*"))
        .container("blind")
        .mount("/host/inner", absent())
        .check(
            "the node's mount table",
            pod ->
                MountTable.read().beneath(Tour.hostDirectory(pod.view().node())).stream()
                    .filter(mount -> mount.point().endsWith("propagation/inner"))
                    .map(MountTable.Mount::type)
                    .toList()
                    .toString(),
            is("[tmpfs]"));
  }

  private static Example readOnly() {
    return Example.of("read-only-mounts")
        .prints("written here", "cannot be written there", "nor there")
        .mount("/writable", like(".* /writable rw.*"))
        .mount("/readable", like(".* /readable ro.*"))
        .mount("/recursive", like(".* /recursive ro.*"));
  }

  private static String read(PodView pod, String file) {
    Path directory = Tour.hostDirectory(pod.view().node());
    return ContainerView.read(directory.resolve(file));
  }
}
