package dev.jubelet.streaming.session;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.jubelet.json.JsonObject;
import dev.jubelet.json.JsonReader;
import dev.jubelet.json.JsonWriter;
import dev.jubelet.json.Node;
import dev.jubelet.ports.stream.CommandEnd;
import java.util.List;
import java.util.Optional;

/** How the end of a command is written to the error stream, and read from a runtime's. */
public final class StatusText {
  private static final JsonReader READER = JsonReader.upTo(1024 * 1024);
  private static final String NON_ZERO = "NonZeroExitCode";
  private static final String EXIT_CODE = "ExitCode";
  private static final String INTERNAL = "Internal error occurred: ";

  private StatusText() {}

  /** Versions 4 and 5: a Status object, in success too. */
  static byte[] json(CommandEnd end) {
    JsonObject status = new JsonObject().put("metadata", JsonObject.EMPTY);
    switch (end) {
      case CommandEnd.Exited exited when exited.code() == 0 -> status.put("status", "Success");
      case CommandEnd.Exited exited -> {
        Node.Fields cause =
            new JsonObject()
                .put("reason", EXIT_CODE)
                .put("message", Integer.toString(exited.code()))
                .build();
        status
            .put("status", "Failure")
            .put("message", message(end))
            .put("reason", NON_ZERO)
            .put("details", new JsonObject().put("causes", List.of(cause)));
      }
      case CommandEnd.Failed ignored ->
          status
              .put("status", "Failure")
              .put("message", message(end))
              .put("reason", "InternalError")
              .put("code", 500);
    }
    return JsonWriter.compact(status.build()).getBytes(UTF_8);
  }

  /** Before version 4: a sentence, and silence in success. */
  static byte[] plain(CommandEnd end) {
    return message(end).getBytes(UTF_8);
  }

  private static String message(CommandEnd end) {
    return switch (end) {
      case CommandEnd.Exited exited when exited.code() == 0 -> "";
      case CommandEnd.Exited exited ->
          "command terminated with non-zero exit code: " + exited.code();
      case CommandEnd.Failed failed -> INTERNAL + failed.message();
    };
  }

  /** What a runtime says about the end, in version 4. */
  public static CommandEnd read(byte[] status) {
    try {
      return end(READER.readObject(new String(status, UTF_8))).orElseGet(() -> unreadable(status));
    } catch (IllegalArgumentException e) {
      return unreadable(status);
    }
  }

  private static Optional<CommandEnd> end(Node.Fields status) {
    if (status.text("status").equals("Success")) {
      return Optional.of(new CommandEnd.Exited(0));
    }
    if (status.text("reason").equals(NON_ZERO)
        && status.value("details") instanceof Node.Fields details
        && details.value("causes") instanceof Node.Items causes) {
      for (Node item : causes.items()) {
        if (item instanceof Node.Fields cause && cause.text("reason").equals(EXIT_CODE)) {
          return Optional.of(new CommandEnd.Exited(Integer.parseInt(cause.text("message"))));
        }
      }
    }
    String message = status.text("message");
    return message.isEmpty() ? Optional.empty() : Optional.of(new CommandEnd.Failed(bare(message)));
  }

  /** What a runtime says before version 4. */
  public static CommandEnd readPlain(byte[] message) {
    return message.length == 0
        ? new CommandEnd.Exited(0)
        : new CommandEnd.Failed(bare(new String(message, UTF_8)));
  }

  private static CommandEnd unreadable(byte[] status) {
    return new CommandEnd.Failed(
        "the runtime's status cannot be understood: " + new String(status, UTF_8));
  }

  private static String bare(String message) {
    return message.startsWith(INTERNAL) ? message.substring(INTERNAL.length()) : message;
  }
}
