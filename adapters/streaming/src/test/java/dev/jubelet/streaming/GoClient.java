package dev.jubelet.streaming;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A client made of kubectl's own libraries, where Go and they are at hand. */
final class GoClient {
  private static final Path SOURCE = Path.of("../../proof/acceptance/src/test/go/streamclient");
  private static final Path PROGRAM = Path.of("target/streamclient").toAbsolutePath();

  private GoClient() {}

  record Outcome(int code, byte[] stdout, String stderr) {
    String text() {
      return new String(stdout, UTF_8);
    }
  }

  static void build() throws IOException, InterruptedException {
    if (!Files.isDirectory(SOURCE)) {
      abort("the client's source is not here");
    }
    ProcessBuilder builder =
        new ProcessBuilder("go", "build", "-o", PROGRAM.toString(), ".")
            .directory(SOURCE.toFile())
            .redirectErrorStream(true);
    builder.environment().put("GOTOOLCHAIN", "local");
    try {
      Process process = builder.start();
      String words = new String(process.getInputStream().readAllBytes(), UTF_8);
      if (process.waitFor() != 0) {
        abort("the client could not be built: " + words);
      }
    } catch (IOException e) {
      abort("there is no Go here");
    }
  }

  static Process start(List<String> arguments, URI target, String... more) throws IOException {
    List<String> command = new ArrayList<>(List.of(PROGRAM.toString()));
    command.addAll(arguments);
    command.add(target.toString());
    command.addAll(List.of(more));
    return new ProcessBuilder(command).start();
  }

  static Outcome exec(List<String> flags, URI target, byte[] stdin)
      throws IOException, InterruptedException {
    List<String> arguments = new ArrayList<>(List.of("exec"));
    arguments.addAll(flags);
    Process process = start(arguments, target);
    Thread feeder = Thread.ofVirtual().start(() -> feed(process.getOutputStream(), stdin));
    ByteArrayOutputStream errors = new ByteArrayOutputStream();
    Thread reader = Thread.ofVirtual().start(() -> drain(process.getErrorStream(), errors));
    byte[] output = process.getInputStream().readAllBytes();
    if (!process.waitFor(60, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new IOException("the client did not end");
    }
    feeder.join();
    reader.join();
    return new Outcome(process.exitValue(), output, errors.toString(UTF_8));
  }

  private static void feed(OutputStream to, byte[] bytes) {
    try (to) {
      to.write(bytes);
    } catch (IOException e) {
      // The client has ended before it had read everything.
    }
  }

  private static void drain(InputStream from, OutputStream to) {
    try {
      from.transferTo(to);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
