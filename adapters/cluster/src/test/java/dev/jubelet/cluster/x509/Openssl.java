package dev.jubelet.cluster.x509;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The program that others use for the same things. */
public record Openssl(Path directory) {
  /** Whether the machine has it. */
  public static boolean present() {
    return Files.isExecutable(Path.of("/usr/bin/openssl"));
  }

  /** Its output; it must succeed. Files are in the directory. */
  public String run(String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("/usr/bin/openssl"));
    command.addAll(List.of(arguments));
    Process process =
        new ProcessBuilder(command)
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(directory.resolve("out").toFile())
            .start();
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    String output = Files.readString(directory.resolve("out"), StandardCharsets.UTF_8);
    assertThat(process.exitValue()).as(output).isZero();
    return output;
  }

  public Path file(String name, String content) throws IOException {
    return Files.writeString(directory.resolve(name), content);
  }

  public String text(String name) throws IOException {
    return Files.readString(directory.resolve(name), StandardCharsets.UTF_8);
  }
}
