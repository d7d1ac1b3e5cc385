package dev.jubelet.bench.embedded;

import dev.jubelet.acceptance.host.Tool;
import dev.jubelet.app.host.LocalImages;
import dev.jubelet.bench.run.NotMeasured;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;

/**
 * What a pod takes that nobody does anything for: two containers by {@code crun run}, a network
 * namespace, and a bridge by the reference plugins. A shell does them one after the other.
 */
final class RawFloor implements AutoCloseable {
  private static final Path PLUGINS = Path.of("/usr/lib/cni");
  private static final String BRIDGE = "raw0";

  private final Path directory;
  private final Process shell;
  private final BufferedReader answers;
  private final Writer commands;
  private int count;

  /** In milliseconds. */
  record Once(double runs, double network) {
    double sum() {
      return runs + network;
    }
  }

  private RawFloor(Path directory, Process shell) {
    this.directory = directory;
    this.shell = shell;
    this.answers = shell.inputReader(StandardCharsets.UTF_8);
    this.commands = shell.outputWriter(StandardCharsets.UTF_8);
  }

  static RawFloor prepare(Path directory) throws IOException {
    Path programs = Files.createDirectories(directory.resolve("bundle/rootfs/bin"));
    Path busybox = Files.write(programs.resolve("busybox"), LocalImages.busyboxContent());
    Files.setPosixFilePermissions(busybox, PosixFilePermissions.fromString("rwxr-xr-x"));
    Path bundle = directory.resolve("bundle");
    Tool.of("crun", "spec", "--bundle", bundle.toString()).run();
    Path spec = bundle.resolve("config.json");
    Files.writeString(
        spec,
        Files.readString(spec)
            .replaceFirst("\"terminal\": *true", "\"terminal\": false")
            .replaceFirst("\"sh\"", "\"/bin/busybox\", \"true\""));
    Files.writeString(
        directory.resolve("net.json"),
        """
        {"cniVersion": "1.0.0", "name": "bench-raw", "type": "bridge", "bridge": "%s",
         "isGateway": true, "ipMasq": false, "hairpinMode": true,
         "ipam": {"type": "host-local", "dataDir": "%s", "ranges": [[{"subnet": "10.92.0.0/16"}]],
                  "routes": [{"dst": "0.0.0.0/0"}]}}
        """
            .formatted(BRIDGE, directory.resolve("addresses")));
    List<String> words = new ArrayList<>(EmbeddedSetup.apart());
    words.addAll(List.of("sh", "-e"));
    Process shell =
        new ProcessBuilder(words)
            .directory(directory.toFile())
            .redirectError(directory.resolve("log").toFile())
            .start();
    return new RawFloor(directory, shell);
  }

  Once measure() {
    int number = count++;
    String run = "crun --root state run --bundle bundle raw-" + number;
    double runs = millis(run + "-a >&2; " + run + "-b >&2");
    double network = millis("touch ns; unshare --net=ns true; " + plugin("ADD", number) + " >&2");
    double _ = millis(plugin("DEL", number) + " >&2; umount ns; rm ns");
    return new Once(runs, network);
  }

  private String plugin(String command, int number) {
    return "CNI_COMMAND=%s CNI_CONTAINERID=raw-%d CNI_NETNS=%s CNI_IFNAME=eth0 CNI_PATH=%s %s/bridge <net.json"
        .formatted(command, number, directory.resolve("ns"), PLUGINS, PLUGINS);
  }

  private double millis(String command) {
    try {
      long begun = System.nanoTime();
      commands.write(command + "\necho done\n");
      commands.flush();
      String answer = answers.readLine();
      if (!"done".equals(answer)) {
        throw new NotMeasured(
            "a raw call failed: " + Files.readString(directory.resolve("log")).strip());
      }
      return (System.nanoTime() - begun) / 1e6;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    shell.destroyForcibly();
    Tool.of("ip", "link", "delete", BRIDGE).attempt();
  }
}
