package dev.jubelet.network;

import dev.jubelet.network.plugin.InstalledPlugins;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/** A machine with networks whose plugins write down how they are called. */
final class Recorder {
  private final Path root;

  Recorder(Path root) throws IOException {
    this.root = root;
    Files.createDirectories(root.resolve("bin/log"));
    Files.createDirectories(root.resolve("net.d"));
  }

  Path bin() {
    return root.resolve("bin");
  }

  Path configs() {
    return root.resolve("net.d");
  }

  Path cached(String network, String id) {
    return root.resolve("cache/results/" + network + "-" + id + "-eth0");
  }

  void configure(String file, String text) throws IOException {
    Path hidden = root.resolve(file);
    Files.writeString(hidden, text);
    Files.move(hidden, configs().resolve(file));
  }

  /** A recording plugin with that answer to ADD. */
  void recording(String name, String answer) throws IOException {
    script(name, resource("recorder.sh"));
    Files.writeString(bin().resolve(name + ".json"), answer);
  }

  void script(String name, String text) throws IOException {
    Path hidden = root.resolve(name);
    Files.writeString(hidden, text);
    Files.setPosixFilePermissions(hidden, PosixFilePermissions.fromString("rwxr-xr-x"));
    Files.move(hidden, bin().resolve(name), StandardCopyOption.REPLACE_EXISTING);
  }

  CniNetworks networks(Duration callDeadline) {
    return networks(callDeadline, () -> {});
  }

  CniNetworks networks(Duration callDeadline, NetworkListener changed) {
    return new CniNetworks(
        new NetworkSettings(
            configs(),
            List.of(bin()),
            root.resolve("cache"),
            InstalledPlugins.Choice.PROGRAM_ONLY,
            "eth0",
            callDeadline),
        _ -> Map.of(),
        changed);
  }

  /** All calls so far, in their order, with the test's directory left out. */
  String log() throws IOException {
    StringBuilder text = new StringBuilder();
    try (Stream<Path> files = Files.list(bin().resolve("log"))) {
      for (Path each : files.sorted().toList()) {
        text.append(Files.readString(each)).append('\n');
      }
    }
    return text.toString().replace(root.toString(), "DIR");
  }

  /** Which plugin was asked for what, such as {@code bridge ADD}. */
  List<String> commands() throws IOException {
    return log().lines().filter(line -> line.matches("[a-z]+ (ADD|DEL|CHECK|GC|STATUS)")).toList();
  }

  static String resource(String name) throws IOException {
    try (InputStream in = Recorder.class.getResourceAsStream("/libcni/" + name)) {
      return new String(Objects.requireNonNull(in, name).readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
