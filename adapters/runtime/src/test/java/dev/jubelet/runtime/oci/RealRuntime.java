package dev.jubelet.runtime.oci;

import dev.jubelet.testkit.Needed;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** An OCI runtime of this machine, with a small root and a cgroup that vanishes in the end. */
final class RealRuntime implements AutoCloseable {
  private static final Path CGROUPS = Path.of("/sys/fs/cgroup");
  private static final Path BUSYBOX = Path.of("/usr/bin/busybox");

  private final String name;
  private final Path directory;
  private final String parent;

  private RealRuntime(String name, Path directory) {
    this.name = name;
    this.directory = directory;
    this.parent = "jubelet-x-oci-" + ProcessHandle.current().pid();
  }

  static RealRuntime assumed(String name, Path directory) throws IOException {
    boolean there =
        List.of("/usr/bin/", "/usr/sbin/").stream()
            .anyMatch(place -> Files.isExecutable(Path.of(place + name)));
    Needed.that(there && Files.isExecutable(BUSYBOX), name + " and busybox");
    Needed.root();
    Needed.that(Files.isWritable(CGROUPS), "cgroups");
    RealRuntime runtime = new RealRuntime(name, directory);
    for (String place : List.of("bin", "proc", "sys", "dev", "etc", "tmp", "data")) {
      Files.createDirectories(runtime.root().resolve(place));
    }
    Files.createDirectories(directory.resolve("data/kept"));
    Files.createDirectories(directory.resolve("kept"));
    Files.copy(BUSYBOX, runtime.root().resolve("bin/busybox"));
    for (String applet :
        List.of(
            "sh",
            "id",
            "cat",
            "grep",
            "mount",
            "touch",
            "tty",
            "sleep",
            "unshare",
            "readlink",
            "sort",
            "wc")) {
      Files.createSymbolicLink(runtime.root().resolve("bin/" + applet), Path.of("busybox"));
    }
    return runtime;
  }

  Path root() {
    return directory.resolve("root");
  }

  String cgroup() {
    return "/" + parent + "/c";
  }

  boolean hasOneTree() {
    return Files.exists(CGROUPS.resolve("cgroup.controllers"));
  }

  List<String> capabilities() throws IOException {
    String mask =
        Files.readAllLines(Path.of("/proc/self/status")).stream()
            .filter(line -> line.startsWith("CapEff:"))
            .findFirst()
            .orElseThrow();
    return SpecCapabilities.named(Long.parseUnsignedLong(mask.substring(7).strip(), 16));
  }

  /** What the container said, on both streams. */
  String run(String config, boolean terminal) throws Exception {
    Files.writeString(directory.resolve("config.json"), config);
    String run =
        "%s --root %s run -b %s jubelet-x-%s"
            .formatted(name, directory.resolve("run"), directory, ProcessHandle.current().pid());
    // What makes terminals for programs that insist on one.
    String command = terminal ? "script -qec '" + run + "' /dev/null" : "exec " + run;
    // crun refuses to see the two kinds of cgroups at once; the unmount stays in our namespace.
    String hide = CGROUPS.resolve("unified").toString();
    if (name.equals("crun") && Files.exists(Path.of(hide, "cgroup.procs"))) {
      command = "umount " + hide + " && " + command;
    }
    Path output = directory.resolve("output");
    Process process =
        new ProcessBuilder("unshare", "-m", "--propagation", "private", "sh", "-c", command)
            .redirectErrorStream(true)
            .redirectInput(Path.of("/dev/null").toFile())
            .redirectOutput(output.toFile())
            .start();
    if (!process.waitFor(30, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new IllegalStateException("the container did not end");
    }
    return Files.readString(output, StandardCharsets.UTF_8);
  }

  /** Runtimes remove the container's cgroup, and leave its parent to whoever wanted it. */
  @Override
  public void close() throws IOException {
    List<Path> groups = new ArrayList<>(List.of(CGROUPS.resolve(parent)));
    try (DirectoryStream<Path> hierarchies = Files.newDirectoryStream(CGROUPS)) {
      hierarchies.forEach(hierarchy -> groups.add(hierarchy.resolve(parent)));
    }
    for (Path group : groups) {
      Files.deleteIfExists(group.resolve("c"));
      Files.deleteIfExists(group);
    }
  }
}
