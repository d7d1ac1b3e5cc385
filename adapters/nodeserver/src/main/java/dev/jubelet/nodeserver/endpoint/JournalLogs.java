package dev.jubelet.nodeserver.endpoint;

import dev.jubelet.linux.process.ChildProcess;
import dev.jubelet.linux.process.ProcessOutcome;
import dev.jubelet.nodeserver.http.Reply;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What services of the machine logged: from the journal where it knows them, else from files that
 * are named after them.
 */
final class JournalLogs {
  private static final Duration AT_MOST = Duration.ofSeconds(30);
  private static final String SERVICE = ".service";

  private final NodeLogs files;

  JournalLogs(NodeLogs files) {
    this.files = files;
  }

  void send(JournalQuery query, Reply reply) throws IOException {
    try (OutputStream out = reply.begin(200, Map.of("Content-Type", "text/plain;charset=UTF-8"))) {
      Set<String> units = units();
      List<String> inJournal = new ArrayList<>();
      List<String> inFiles = new ArrayList<>();
      for (String service : query.services()) {
        (units.contains(service + SERVICE) ? inJournal : inFiles).add(service);
      }
      if (!inJournal.isEmpty()) {
        run(query.arguments(inJournal), out);
      }
      if (!inFiles.isEmpty() && query.hasOptions()) {
        say(
            out,
            "\noptions present and query resolved to log files for %s\ntry without specifying options\n"
                .formatted(inFiles));
        return;
      }
      for (String service : inFiles) {
        if (!files.copyFirst(
            List.of(
                List.of(service), List.of(service + ".log"), List.of(service, service + ".log")),
            out)) {
          say(out, "\nlog not found for %s\n".formatted(service));
        }
      }
    }
  }

  /** Names of all units that the journal has something of; none without a journal. */
  private Set<String> units() throws IOException {
    ByteArrayOutputStream list = new ByteArrayOutputStream();
    return run(List.of("--field", "_SYSTEMD_UNIT"), list)
        ? list.toString(StandardCharsets.UTF_8).lines().collect(Collectors.toSet())
        : Set.of();
  }

  private boolean run(List<String> arguments, OutputStream out) throws IOException {
    List<String> command = new ArrayList<>(arguments);
    command.addFirst("journalctl");
    return ChildProcess.of(command).errorsInOutput().stream(out, AT_MOST)
            instanceof ProcessOutcome.Exited(int code, _, _)
        && code == 0;
  }

  private static void say(OutputStream out, String text) throws IOException {
    out.write(text.getBytes(StandardCharsets.UTF_8));
  }
}
