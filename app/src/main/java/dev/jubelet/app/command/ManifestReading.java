package dev.jubelet.app.command;

import dev.jubelet.codec.PodManifests;
import dev.jubelet.codec.tree.Problem;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** Reads manifests and tells every problem as {@code file:line: error: what}. */
public final class ManifestReading {
  private ManifestReading() {}

  /** A file that cannot be read counts as one error. */
  public static PodManifests.Parsed read(Path file, PrintWriter err) {
    try {
      PodManifests.Parsed parsed =
          PodManifests.parseStatic(Files.readString(file), file.toString());
      parsed.problems().forEach(problem -> err.println(sentence(file, problem)));
      return parsed;
    } catch (IOException unreadable) {
      String reason = reason(unreadable);
      err.println(file + ": error: " + reason);
      return PodManifests.Parsed.unreadable(file.toString(), reason);
    }
  }

  private static String sentence(Path file, Problem problem) {
    return "%s:%d: %s: %s%s%s"
        .formatted(
            file,
            problem.line(),
            problem.isError() ? "error" : "warning",
            problem.document() == 0 ? "" : "document " + problem.document() + ": ",
            problem.field().isEmpty() ? "" : problem.field() + ": ",
            problem.message());
  }

  private static String reason(IOException unreadable) {
    return switch (unreadable) {
      case NoSuchFileException missing -> "there is no such file";
      case CharacterCodingException notText -> "is not UTF-8 text";
      default -> "cannot be read: " + unreadable.getMessage();
    };
  }
}
