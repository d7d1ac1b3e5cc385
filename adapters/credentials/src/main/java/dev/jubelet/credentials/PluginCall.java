package dev.jubelet.credentials;

import dev.jubelet.codec.tree.Node;
import dev.jubelet.codec.tree.Place;
import dev.jubelet.codec.tree.TreeText;
import dev.jubelet.model.image.ProviderAnswer;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * One run of a plugin: the request on its standard input, the response on its standard output. What
 * it writes beside is thrown away, since it may be a credential too.
 */
final class PluginCall {
  /** Kubernetes: a provider has a minute. */
  static final Duration DEADLINE = Duration.ofMinutes(1);

  private static final int OUTPUT_MAX = 1024 * 1024;

  /** For output that is still in the pipe, or held open by a child that went to the background. */
  private static final Duration AFTER_EXIT = Duration.ofSeconds(2);

  private static final int KILL_ROUNDS = 10;

  private final Duration deadline;

  PluginCall(Duration deadline) {
    this.deadline = deadline;
  }

  ProviderAnswer ask(Plugin plugin, String image) {
    Process process = started(plugin);
    AtomicBoolean tooMuch = new AtomicBoolean();
    FutureTask<String> output = new FutureTask<>(() -> output(process, tooMuch));
    Thread.ofPlatform()
        .daemon()
        .name("credential provider " + plugin.provider().name())
        .start(output);
    try {
      send(process, request(plugin.apiVersion(), image));
      if (!process.waitFor(deadline.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new OutsideFailure(
            FailureKind.TIMED_OUT, "it did not end within " + deadline.toSeconds() + " s");
      }
      if (tooMuch.get()) {
        throw new OutsideFailure(FailureKind.EXHAUSTED, "its answer is larger than 1 MiB");
      }
      if (process.exitValue() != 0) {
        throw new OutsideFailure(
            FailureKind.INTERNAL, "it ended with exit code " + process.exitValue());
      }
      return PluginResponse.read(
          output.get(AFTER_EXIT.toMillis(), TimeUnit.MILLISECONDS), plugin.apiVersion());
    } catch (TimeoutException held) {
      throw new OutsideFailure(
          FailureKind.TIMED_OUT, "it ended and left its output open to another process");
    } catch (ExecutionException failed) {
      throw new OutsideFailure(FailureKind.INTERNAL, "its output could not be read");
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
      throw new OutsideFailure(FailureKind.UNAVAILABLE, "the node is stopping");
    } finally {
      kill(process);
    }
  }

  private static Process started(Plugin plugin) {
    List<String> command = new ArrayList<>();
    command.add(plugin.program().toString());
    command.addAll(plugin.args());
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD);
    builder.environment().putAll(plugin.env());
    try {
      return builder.start();
    } catch (IOException cannot) {
      throw new OutsideFailure(
          FailureKind.INTERNAL, plugin.program() + " cannot be started", cannot);
    }
  }

  static String request(String apiVersion, String image) {
    Map<String, Node.Field> fields = new LinkedHashMap<>();
    fields.put("kind", field("CredentialProviderRequest"));
    fields.put("apiVersion", field(apiVersion));
    fields.put("image", field(image));
    return TreeText.json(new Node.Fields(fields, Place.START));
  }

  private static Node.Field field(String text) {
    return new Node.Field(Place.START, new Node.Text(text, Place.START));
  }

  private static void send(Process process, String request) {
    try (OutputStream in = process.getOutputStream()) {
      in.write(request.getBytes(StandardCharsets.UTF_8));
    } catch (IOException notRead) {
      // A plugin may know the answer without the question; its exit code tells whether it does.
    }
  }

  private static String output(Process process, AtomicBoolean tooMuch) throws IOException {
    try (InputStream out = process.getInputStream()) {
      byte[] bytes = out.readNBytes(OUTPUT_MAX + 1);
      if (bytes.length > OUTPUT_MAX) {
        tooMuch.set(true);
        kill(process);
        return "";
      }
      return new String(bytes, StandardCharsets.UTF_8);
    }
  }

  /** The children first: once their parent is gone, nobody can tell whose they were. */
  private static void kill(Process process) {
    for (int round = 0; round < KILL_ROUNDS; round++) {
      List<ProcessHandle> children = process.descendants().toList();
      if (children.isEmpty()) {
        break;
      }
      children.forEach(ProcessHandle::destroyForcibly);
    }
    process.destroyForcibly();
  }
}
