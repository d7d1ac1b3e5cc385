package dev.jubelet.runtime.stream;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.linux.network.Namespaces;
import dev.jubelet.model.runtime.ContainerId;
import dev.jubelet.model.runtime.SandboxId;
import dev.jubelet.testkit.Await;
import dev.jubelet.testkit.Needed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;

/** A container of busybox that an OCI runtime runs and conmon holds, started by hand. */
final class BusyboxContainer implements ReachableContainers, AutoCloseable {
  /** crun runs only where it likes the cgroups, so it has to be asked for. */
  private static final String OCI = System.getProperty("jubelet.test.oci", "runc");

  private final Path directory;
  private final Path network;
  private final Running running;

  private BusyboxContainer(Path directory, Path network, Running running) {
    this.directory = directory;
    this.network = network;
    this.running = running;
  }

  /** How the container is run. */
  record Shape(boolean tty, boolean stdin, boolean stdinOnce, String... command) {}

  static void needParts() {
    Needed.root();
    for (String part : List.of(OCI, "conmon", "busybox", "ip", "nsenter")) {
      Needed.that(place(part).isPresent(), part);
    }
  }

  private static Optional<Path> place(String program) {
    return Stream.of("/usr/bin", "/usr/sbin", "/bin", "/sbin")
        .map(place -> Path.of(place, program))
        .filter(Files::isExecutable)
        .findFirst();
  }

  static BusyboxContainer start(Path directory, Shape shape) throws Exception {
    byte[] name = new byte[32];
    ThreadLocalRandom.current().nextBytes(name);
    ContainerId id = new ContainerId(HexFormat.of().formatHex(name));
    Path bundle = Files.createDirectories(directory.resolve("a".repeat(80)).resolve("bundle"));
    root(bundle.resolve("rootfs"));
    Path network = directory.resolve("network");
    Namespaces.create(Map.of(Namespaces.Kind.NETWORK, network), () -> network);
    try {
      run(List.of("nsenter", "--net=" + network, "ip", "link", "set", "lo", "up"));
      Files.writeString(bundle.resolve("config.json"), config(id.value(), network, shape));
      List<String> oci = List.of(OCI, "--root", directory.resolve("oci").toString());
      long pid = create(directory, bundle, id, shape);
      run(Stream.concat(oci.stream(), Stream.of("start", id.value())).toList());
      Path attach = bundle.resolve("attach");
      Path control = bundle.resolve("ctl");
      return new BusyboxContainer(
          directory, network, new Running(id, oci, bundle, attach, control, pid, shape.stdin()));
    } catch (Exception | AssertionError failed) {
      Namespaces.remove(network);
      throw failed;
    }
  }

  private static long create(Path directory, Path bundle, ContainerId id, Shape shape)
      throws IOException, InterruptedException {
    List<String> words =
        new ArrayList<>(
            List.of("sh", "-c", "exec 3>&1 1>/dev/null; _OCI_SYNCPIPE=3 exec \"$0\" \"$@\""));
    words.addAll(List.of("conmon", "--api-version", "1", "-c", id.value(), "-u", id.value()));
    words.addAll(List.of("-r", place(OCI).orElseThrow().toString(), "--runtime-arg", "--root"));
    words.addAll(List.of("--runtime-arg", directory.resolve("oci").toString()));
    words.addAll(List.of("-b", bundle.toString(), "-p", bundle.resolve("pid").toString()));
    Path exits = Files.createDirectories(directory.resolve("exits"));
    words.addAll(List.of("--exit-dir", exits.toString(), "--full-attach"));
    words.addAll(List.of("-l", "k8s-file:" + directory.resolve("log")));
    if (shape.tty()) {
      words.add("-t");
    }
    if (shape.stdin()) {
      words.add("-i");
    }
    if (!shape.stdinOnce()) {
      words.add("--leave-stdin-open");
    }
    Path complaints = directory.resolve("complaints");
    Process conmon = new ProcessBuilder(words).redirectError(complaints.toFile()).start();
    String told = conmon.inputReader().readLine();
    assertThat(told)
        .as("conmon's answer, besides: " + Files.readString(complaints))
        .contains("\"data\":")
        .doesNotContain("-1");
    assertThat(conmon.waitFor()).isZero();
    return Long.parseLong(Files.readString(bundle.resolve("pid")).strip());
  }

  private static void root(Path root) throws IOException, InterruptedException {
    for (String each : List.of("bin", "proc", "dev", "tmp", "sys")) {
      Files.createDirectories(root.resolve(each));
    }
    Files.copy(Path.of("/bin/busybox"), root.resolve("bin/busybox"));
    for (String each :
        List.of(
            "sh", "cat", "echo", "sleep", "test", "stty", "nc", "true", "setsid", "head", "yes",
            "ps")) {
      Files.createSymbolicLink(root.resolve("bin").resolve(each), Path.of("busybox"));
    }
  }

  private static String config(String id, Path network, Shape shape) {
    String args = "\"" + String.join("\",\"", shape.command()) + "\"";
    return """
    {"ociVersion":"1.0.2",
     "process":{"terminal":%s,"user":{"uid":0,"gid":0},"args":[%s],"cwd":"/",
      "env":["PATH=/bin","GREETING=hello"],
      "capabilities":{"bounding":["CAP_KILL"],"effective":["CAP_KILL"],"permitted":["CAP_KILL"]}},
     "root":{"path":"rootfs"},
     "mounts":[
      {"destination":"/proc","type":"proc","source":"proc"},
      {"destination":"/dev","type":"tmpfs","source":"tmpfs","options":["mode=755"]},
      {"destination":"/dev/pts","type":"devpts","source":"devpts",
       "options":["newinstance","ptmxmode=0666","mode=0620"]}],
     "linux":{"cgroupsPath":"/jubelet-x-stream-%s",
      "namespaces":[{"type":"pid"},{"type":"mount"},{"type":"ipc"},{"type":"uts"},
       {"type":"network","path":"%s"}]}}
    """
        .formatted(shape.tty(), args, id.substring(0, 12), network);
  }

  static String run(List<String> words) throws IOException {
    Process process = new ProcessBuilder(words).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), UTF_8);
    Await.until(words + " ends", Duration.ofSeconds(20), () -> !process.isAlive());
    assertThat(process.exitValue()).as(words + ": " + said).isZero();
    return said;
  }

  Running running() {
    return running;
  }

  Path logFile() {
    return directory.resolve("log");
  }

  @Override
  public Running container(ContainerId id) {
    return running;
  }

  @Override
  public Optional<Path> log(ContainerId id) {
    return Optional.of(logFile());
  }

  @Override
  public Ready sandbox(SandboxId id) {
    return new Ready(id, Optional.of(network));
  }

  /** What runs inside, but for its first process. */
  List<String> processes() throws IOException {
    List<String> found = new ArrayList<>();
    Path space = Files.readSymbolicLink(Path.of("/proc/" + running.pid() + "/ns/pid"));
    try (Stream<Path> all = Files.list(Path.of("/proc"))) {
      for (Path each : all.filter(path -> path.getFileName().toString().matches("\\d+")).toList()) {
        try {
          if (Files.readSymbolicLink(each.resolve("ns/pid")).equals(space)
              && !each.endsWith(Long.toString(running.pid()))) {
            found.add(Files.readString(each.resolve("cmdline")).replace('\0', ' ').strip());
          }
        } catch (IOException gone) {
          // It ended meanwhile.
        }
      }
    }
    // Those that have ended, and nobody asked how, have no words any more.
    found.removeIf(String::isEmpty);
    return found;
  }

  @Override
  public void close() throws IOException {
    List<String> delete = new ArrayList<>(running.oci());
    delete.addAll(List.of("delete", "--force", running.id().value()));
    run(delete);
    Path exit = directory.resolve("exits").resolve(running.id().value());
    Await.within(Duration.ofSeconds(10), () -> Files.exists(exit));
    Namespaces.remove(network);
    try (Stream<Path> all = Files.walk(directory)) {
      for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(each);
      }
    }
  }
}
