package dev.jubelet.acceptance.cluster;

import dev.jubelet.acceptance.Document;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** What nodes asked of the API server, by its own account. */
public final class NodeRequests {
  private final Path directory;

  NodeRequests(Path directory) {
    this.directory = directory;
  }

  /**
   * One that was answered, or a watch that began.
   *
   * @param verb such as {@code list}
   * @param path without what was asked of it
   */
  public record Request(Instant at, String verb, String path) {}

  static void writePolicy(Path directory) {
    try {
      Files.writeString(
          new NodeRequests(directory).policy(),
          """
          apiVersion: audit.k8s.io/v1
          kind: Policy
          omitStages: [RequestReceived]
          rules:
          - level: Metadata
            userGroups: [system:nodes]
          - level: None
          """);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Path policy() {
    return directory.resolve("audit.yaml");
  }

  Path log() {
    return directory.resolve("audit.log");
  }

  /** Those of a node, in order of their end. */
  public List<Request> of(String node, Instant from, Instant to) {
    Map<String, Request> found = new LinkedHashMap<>();
    try (Stream<String> lines = Files.lines(log())) {
      lines
          .filter(line -> line.contains("\"system:node:" + node + "\""))
          // The last line may not be complete yet.
          .filter(line -> line.endsWith("}"))
          .map(Document::parse)
          .forEach(event -> {
            Instant at = Instant.parse(event.at("requestReceivedTimestamp").text());
            String path = event.at("requestURI").text().replaceFirst("\\?.*", "");
            if (!at.isBefore(from) && at.isBefore(to)) {
              found.putIfAbsent(
                  event.at("auditID").text(), new Request(at, event.at("verb").text(), path));
            }
          });
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new ArrayList<>(found.values());
  }
}
