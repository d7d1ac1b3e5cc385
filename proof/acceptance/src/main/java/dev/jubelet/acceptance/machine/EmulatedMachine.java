package dev.jubelet.acceptance.machine;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.jubelet.acceptance.host.ContainerdImages;
import dev.jubelet.acceptance.host.ContainerdProgram;
import dev.jubelet.acceptance.host.Tool;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A machine with cgroup v2, AppArmor and all capabilities, emulated by qemu, with a containerd and
 * a Jubelet on its disk. It boots, runs one shell script, writes a report and switches itself off.
 */
public final class EmulatedMachine {
  private static final long DISK_BYTES = 1L << 30;
  private static final long REPORT_BYTES = 16L << 20;
  private static final Path CNI_PLUGINS = Path.of("/usr/lib/cni");
  private static final List<String> PLUGINS = List.of("bridge", "host-local", "loopback");
  private static final int CONSOLE_LINES = 120;

  private final MachineParts parts;
  private final Path directory;
  private final Path busybox;
  private final GuestTree tree;

  /**
   * @param directory empty, and left to the caller to delete
   */
  public EmulatedMachine(MachineParts parts, ContainerdProgram containerd, Path directory)
      throws IOException {
    this.parts = parts;
    this.directory = directory;
    this.busybox = find("busybox");
    this.tree = new GuestTree(Files.createDirectory(directory.resolve("root")));
    tree.file("/usr/bin/busybox", busybox);
    Files.createSymbolicLink(tree.root().resolve("usr/bin/sh"), Path.of("busybox"));
    for (String program : List.of("containerd", "ctr", "containerd-shim-runc-v2")) {
      tree.program(containerd.daemon().resolveSibling(program), "/usr/bin/" + program);
    }
    tree.program(find("runc"), "/usr/sbin/runc");
    tree.program(find("curl"), "/usr/bin/curl");
    tree.program(parts.apparmorParser(), "/usr/sbin/apparmor_parser");
    // Without it the parser complains, and containerd takes the complaint for the version.
    tree.file("/etc/apparmor/parser.conf", "");
    for (String plugin : PLUGINS) {
      tree.program(CNI_PLUGINS.resolve(plugin));
    }
    tree.resource("boot", "/machine/boot");
    tree.resource("containerd.toml", "/etc/containerd.toml");
    tree.resource("network.conflist", "/etc/cni/net.d/10-pods.conflist");
    tree.file("/etc/passwd", "root:x:0:0:root:/root:/bin/sh\n");
    tree.file("/etc/group", "root:x:0:\n");
    tree.file("/etc/hosts", "127.0.0.1 localhost\n");
    tree.file("/etc/resolv.conf", "nameserver 10.99.0.1\n");
    for (Path archive : ContainerdImages.write(directory.resolve("images"))) {
      tree.file("/machine/images/" + archive.getFileName(), archive);
    }
    JubeletCommand jubelet = JubeletCommand.ask();
    jubelet.copyTo(tree);
    tree.file("/machine/jubelet", jubelet.script());
  }

  /** A file on its disk. */
  public EmulatedMachine with(String guestPath, String content) throws IOException {
    tree.file(guestPath, content);
    return this;
  }

  /**
   * Runs a shell script in the machine, from switching it on until it is off.
   *
   * @param scenario in it, {@code sh /machine/jubelet} is Jubelet, and what it puts into {@code
   *     /report} can be read afterwards
   * @param patience for the scenario; building and booting come on top of it
   */
  public MachineReport run(String scenario, Duration patience) throws IOException {
    tree.file("/machine/scenario", scenario);
    tree.file("/machine/patience", Long.toString(patience.toSeconds()));
    Path disk = directory.resolve("disk.img");
    Tool.of("mke2fs", "-q", "-t", "ext4", "-O", "^has_journal", "-d", tree.root().toString())
        .and("-E", "root_owner=0:0,lazy_itable_init=1", disk.toString(), DISK_BYTES / 1024 + "k")
        .within(Duration.ofMinutes(2))
        .run();
    Path report = directory.resolve("report.img");
    try (RandomAccessFile file = new RandomAccessFile(report.toFile(), "rw")) {
      file.setLength(REPORT_BYTES);
    }
    Path initramfs = Initramfs.write(parts, busybox, directory);
    Path console = directory.resolve("console.log");
    boot(disk, report, initramfs, console, patience.plusMinutes(2));
    return MachineReport.unpack(report, directory.resolve("report"), lastLines(console));
  }

  private void boot(Path disk, Path report, Path initramfs, Path console, Duration deadline)
      throws IOException {
    Process emulator =
        new ProcessBuilder(
                parts.emulator().toString(),
                "-accel",
                "tcg,thread=multi",
                "-smp",
                "2",
                "-cpu",
                "max",
                "-m",
                "1536M",
                "-nic",
                "none",
                "-nographic",
                "-no-reboot",
                "-kernel",
                parts.kernel().toString(),
                "-initrd",
                initramfs.toString(),
                "-append",
                "console=ttyS0 quiet panic=-1",
                "-drive",
                "if=virtio,format=raw,cache=unsafe,file=" + disk,
                "-drive",
                "if=virtio,format=raw,cache=unsafe,file=" + report)
            .redirectErrorStream(true)
            .redirectOutput(console.toFile())
            .start();
    try {
      emulator.getOutputStream().close();
      if (!emulator.waitFor(deadline.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new AssertionError(
            "the machine is not off after " + deadline + "; its console:\n" + lastLines(console));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted while the machine runs", e);
    } finally {
      emulator.destroyForcibly();
    }
  }

  private static String lastLines(Path console) throws IOException {
    List<String> lines = Files.readString(console, ISO_8859_1).lines().toList();
    return String.join(
        "\n", lines.subList(Math.max(0, lines.size() - CONSOLE_LINES), lines.size()));
  }

  private static Path find(String program) {
    return List.of("/usr/sbin", "/usr/bin", "/sbin", "/bin", "/usr/local/sbin", "/usr/local/bin")
        .stream()
        .map(place -> Path.of(place, program))
        .filter(Files::isExecutable)
        .findFirst()
        .orElseThrow(
            () -> new IllegalStateException(program + " is missing: run parts/install --test"));
  }
}
