package dev.jubelet.streaming.session;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.jubelet.ports.stream.CommandEnd;
import java.io.ByteArrayOutputStream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/** How the end of a command is written to the error stream, and read from a runtime's. */
public final class StatusText {
  private static final JsonFactory JSON = new JsonFactory();
  private static final String NON_ZERO = "NonZeroExitCode";
  private static final String EXIT_CODE = "ExitCode";
  private static final String INTERNAL = "Internal error occurred: ";

  private StatusText() {}

  /** Versions 4 and 5: a Status object, in success too. */
  static byte[] json(CommandEnd end) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), out)) {
      json.writeStartObject();
      json.writeName("metadata");
      json.writeStartObject();
      json.writeEndObject();
      switch (end) {
        case CommandEnd.Exited exited when exited.code() == 0 ->
            json.writeStringProperty("status", "Success");
        case CommandEnd.Exited exited -> exit(json, exited);
        case CommandEnd.Failed ignored -> {
          json.writeStringProperty("status", "Failure");
          json.writeStringProperty("message", message(end));
          json.writeStringProperty("reason", "InternalError");
          json.writeNumberProperty("code", 500);
        }
      }
      json.writeEndObject();
    }
    return out.toByteArray();
  }

  private static void exit(JsonGenerator json, CommandEnd.Exited exited) {
    json.writeStringProperty("status", "Failure");
    json.writeStringProperty("message", message(exited));
    json.writeStringProperty("reason", NON_ZERO);
    json.writeName("details");
    json.writeStartObject();
    json.writeName("causes");
    json.writeStartArray();
    json.writeStartObject();
    json.writeStringProperty("reason", EXIT_CODE);
    json.writeStringProperty("message", Integer.toString(exited.code()));
    json.writeEndObject();
    json.writeEndArray();
    json.writeEndObject();
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
    try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), status)) {
      Fields fields = new Fields();
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        return unreadable(status);
      }
      fields.read(parser);
      return fields.end(status);
    } catch (JacksonException | NumberFormatException e) {
      return unreadable(status);
    }
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

  /** The few fields of a Status that tell how a command ended. */
  private static final class Fields {
    private String status = "";
    private String message = "";
    private String reason = "";
    private @Nullable String exitCode;

    void read(JsonParser parser) {
      while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
        String name = parser.currentName();
        parser.nextToken();
        switch (name) {
          case "status" -> status = parser.getString();
          case "message" -> message = parser.getString();
          case "reason" -> reason = parser.getString();
          case "details" -> details(parser);
          default -> parser.skipChildren();
        }
      }
    }

    private void details(JsonParser parser) {
      if (parser.currentToken() != JsonToken.START_OBJECT) {
        return;
      }
      while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
        String name = parser.currentName();
        JsonToken value = parser.nextToken();
        if (name.equals("causes") && value == JsonToken.START_ARRAY) {
          while (parser.nextToken() == JsonToken.START_OBJECT) {
            Fields cause = new Fields();
            cause.read(parser);
            if (cause.reason.equals(EXIT_CODE)) {
              exitCode = cause.message;
            }
          }
        } else {
          parser.skipChildren();
        }
      }
    }

    CommandEnd end(byte[] original) {
      if (status.equals("Success")) {
        return new CommandEnd.Exited(0);
      }
      if (reason.equals(NON_ZERO) && exitCode != null) {
        return new CommandEnd.Exited(Integer.parseInt(exitCode));
      }
      return message.isEmpty() ? unreadable(original) : new CommandEnd.Failed(bare(message));
    }
  }
}
