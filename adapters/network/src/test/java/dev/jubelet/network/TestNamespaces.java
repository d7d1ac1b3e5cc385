package dev.jubelet.network;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.linux.network.Namespaces;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Network namespaces of a test, gone when it ends. */
public final class TestNamespaces implements AutoCloseable {
  private final Path directory;
  private final Map<String, Path> made = new LinkedHashMap<>();

  public TestNamespaces(Path directory) {
    this.directory = directory;
  }

  public Path make(String name) throws IOException {
    Path path = directory.resolve("netns-" + name);
    Namespaces.create(Map.of(Namespaces.Kind.NETWORK, path), () -> path);
    made.put(name, path);
    return path;
  }

  /** What a program of the machine says there. */
  public static String in(Path namespace, String... command) throws Exception {
    List<String> all = new ArrayList<>(List.of("nsenter", "--net=" + namespace));
    all.addAll(List.of(command));
    Process process = new ProcessBuilder(all).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(said).isZero();
    return said;
  }

  @Override
  public void close() throws IOException {
    for (Path each : made.values()) {
      Namespaces.remove(each);
    }
  }
}
