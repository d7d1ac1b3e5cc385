package dev.jubelet.credentials;

import dev.jubelet.json.JsonObject;
import dev.jubelet.json.JsonWriter;
import dev.jubelet.linux.process.ChildProcess;
import dev.jubelet.linux.process.ProcessOutcome;
import dev.jubelet.linux.process.ProcessOutput;
import dev.jubelet.model.image.ProviderAnswer;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * One run of a plugin: the request on its standard input, the response on its standard output. What
 * it writes beside is thrown away, since it may be a credential too.
 */
final class PluginCall {
  /** Kubernetes: a provider has a minute. */
  static final Duration DEADLINE = Duration.ofMinutes(1);

  private static final int OUTPUT_MAX = 1024 * 1024;

  private final Duration deadline;

  PluginCall(Duration deadline) {
    this.deadline = deadline;
  }

  ProviderAnswer ask(Plugin plugin, String image) {
    List<String> command = new ArrayList<>(List.of(plugin.program().toString()));
    command.addAll(plugin.args());
    ProcessOutcome outcome =
        ChildProcess.of(command)
            .environment(plugin.env())
            .input(request(plugin.apiVersion(), image))
            .outputAtMost(OUTPUT_MAX)
            .run(deadline);
    return switch (outcome) {
      case ProcessOutcome.Exited(int code, _, _) when code != 0 ->
          throw new OutsideFailure(FailureKind.INTERNAL, "it ended with exit code " + code);
      case ProcessOutcome.Exited(_, ProcessOutput output, _) when output.isHeldOpen() ->
          throw new OutsideFailure(
              FailureKind.TIMED_OUT, "it ended and left its output open to another process");
      case ProcessOutcome.Exited(_, ProcessOutput output, _) ->
          PluginResponse.read(output.text(), plugin.apiVersion());
      case ProcessOutcome.NotStarted(IOException why) ->
          throw new OutsideFailure(
              FailureKind.INTERNAL, plugin.program() + " cannot be started", why);
      case ProcessOutcome.TimedOut() ->
          throw new OutsideFailure(
              FailureKind.TIMED_OUT, "it did not end within " + deadline.toSeconds() + " s");
      case ProcessOutcome.OutputTooLong() ->
          throw new OutsideFailure(FailureKind.EXHAUSTED, "its answer is larger than 1 MiB");
      case ProcessOutcome.Interrupted() ->
          throw new OutsideFailure(FailureKind.UNAVAILABLE, "the node is stopping");
    };
  }

  static String request(String apiVersion, String image) {
    return JsonWriter.compact(
        new JsonObject()
            .put("kind", "CredentialProviderRequest")
            .put("apiVersion", apiVersion)
            .put("image", image)
            .build());
  }
}
