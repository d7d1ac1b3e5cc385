package dev.jubelet.credentials;

import dev.jubelet.model.image.RegistryLogin;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * The node's own docker configuration. The first file that is there and well-formed counts. They
 * are those of the Go kubelet except the one in the working directory, which depends on where a
 * node happens to be started: {@code config.json} in the root directory, in {@code ~/.docker} and
 * in {@code /.docker}, then {@code .dockercfg} in the root directory, in {@code ~} and in {@code
 * /}. It is read for every pull, so a change counts at once.
 */
public final class NodeDockerConfig {
  private static final int BYTES_MAX = 1024 * 1024;

  private record Candidate(Path file, Function<String, List<RegistryLogin>> form) {}

  private final List<Candidate> candidates = new ArrayList<>();

  private NodeDockerConfig() {}

  /**
   * @param home of the user that the node runs as
   * @param top {@code /} on a real machine
   */
  public static NodeDockerConfig of(Path rootDirectory, Path home, Path top) {
    NodeDockerConfig config = new NodeDockerConfig();
    for (Path directory : List.of(rootDirectory, home.resolve(".docker"), top.resolve(".docker"))) {
      config.candidates.add(new Candidate(directory.resolve("config.json"), DockerConfig::json));
    }
    for (Path directory : List.of(rootDirectory, home, top)) {
      config.candidates.add(new Candidate(directory.resolve(".dockercfg"), DockerConfig::legacy));
    }
    return config;
  }

  List<RegistryLogin> logins() {
    List<String> problems = new ArrayList<>();
    for (Candidate candidate : candidates) {
      try {
        return candidate.form().apply(read(candidate.file()));
      } catch (NoSuchFileException absent) {
        // The next one may be there.
      } catch (IOException unreadable) {
        problems.add(candidate.file() + ": it cannot be read");
      } catch (OutsideFailure malformed) {
        problems.add(candidate.file() + ": " + malformed.text());
      }
    }
    if (problems.isEmpty()) {
      return List.of();
    }
    throw new OutsideFailure(FailureKind.BAD_SPEC, String.join("; ", problems));
  }

  private static String read(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      byte[] bytes = in.readNBytes(BYTES_MAX + 1);
      if (bytes.length > BYTES_MAX) {
        throw new OutsideFailure(FailureKind.BAD_SPEC, "it is larger than 1 MiB");
      }
      return new String(bytes, StandardCharsets.UTF_8);
    }
  }
}
