package dev.jubelet.decide.plan;

import dev.jubelet.decide.action.Action;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;

/**
 * Rows of a table in a file: sentence ; restart policy ; pod ; world ; plan. The pod is in the
 * words of {@link PodShapes}, with more fields in braces behind it. The world has, in order:
 *
 * <pre>
 *   up0 dead0 host0     sandboxes: ready, not ready, on the node's network
 *   a:exit1>running     instances in the newest sandbox so far; a@2: counts attempts from 2
 *   image=a             an image made ready        stopped=0     a sandbox stopped to the end
 *   ended=a-0,5         an exit 5 s ago            crash=a,10    a back-off of 10 s
 *   post=a-0,due        due, done, failed or the seconds that it still sleeps; pre= likewise
 *   begun=a-0,5         the end of it began 5 s ago
 *   granted=a-0,2       with that grace
 *   kill=a-0,7          condemned, with a grace    unstarted=a-0
 *   again=a-0           it was stopped so that its container runs again
 *   ends=30,5           the pod ends: grace, and how long ago that was asked
 *   active=60           for how long it has been active
 *   failed=start_a,9,a  a step that is tried again in 9 s
 *   fly=stop:a          under way: create, start, stop, kill, pre, post
 * </pre>
 */
final class PlanRows {
  private PlanRows() {}

  static Stream<DynamicTest> of(String file) {
    List<PlanTable.Row> rows =
        text(file)
            .lines()
            .filter(line -> !line.isBlank() && !line.startsWith("#"))
            .map(PlanRows::row)
            .toList();
    return PlanTable.tests(rows.toArray(PlanTable.Row[]::new));
  }

  private static String text(String file) {
    try (InputStream in = PlanRows.class.getResourceAsStream(file)) {
      return new String(Objects.requireNonNull(in, file).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }

  private static PlanTable.Row row(String line) {
    List<String> cells = Stream.of(line.split(";", 5)).map(String::strip).toList();
    if (cells.size() != 5) {
      throw new IllegalArgumentException("five cells are needed: " + line);
    }
    String names = cells.get(2);
    int brace = names.indexOf('{');
    String spec = brace < 0 ? "" : names.substring(brace + 1, names.lastIndexOf('}'));
    Views views =
        Views.of(PodShapes.pod(cells.get(1), brace < 0 ? names : names.substring(0, brace), spec));
    for (String word : cells.get(3).split(" +", -1)) {
      if (!word.isBlank()) {
        add(views, word);
      }
    }
    return PlanTable.row(cells.get(0), views, cells.get(4));
  }

  private static void add(Views views, String word) {
    int colon = word.indexOf(':');
    int equals = word.indexOf('=');
    if (equals >= 0) {
      fact(views, word.substring(0, equals), word.substring(equals + 1).split(",", -1));
    } else if (colon >= 0) {
      instances(views, word.substring(0, colon), word.substring(colon));
    } else {
      int attempt = Integer.parseInt(word.replaceAll("\\D", ""));
      switch (word.replaceAll("\\d", "")) {
        case "up" -> views.sandbox(attempt);
        case "dead" -> views.deadSandbox(attempt);
        case "host" -> views.hostSandbox(attempt);
        default -> throw new IllegalArgumentException(word);
      }
    }
  }

  private static void instances(Views views, String name, String states) {
    int at = name.indexOf('@');
    int first = at < 0 ? 0 : Integer.parseInt(name.substring(at + 1));
    views.sees(first, (at < 0 ? name : name.substring(0, at)) + states);
  }

  private static void fact(Views views, String what, String[] args) {
    switch (what) {
      case "image" -> views.imagesOf(args[0]);
      case "stopped" -> views.stoppedSandbox(Integer.parseInt(args[0]));
      case "ended" -> views.ended(args[0], Integer.parseInt(args[1]));
      case "crash" -> views.crashed(args[0], Integer.parseInt(args[1]), 60);
      case "post" -> views.postStart(args[0], args[1]);
      case "pre" -> views.preStop(args[0], args[1]);
      case "begun" -> views.stopBegun(args[0], Integer.parseInt(args[1]));
      case "granted" -> views.granted(args[0], Integer.parseInt(args[1]));
      case "again" -> views.stoppedToRestart(args[0]);
      case "kill" -> views.condemned(args[0], Integer.parseInt(args[1]));
      case "unstarted" -> views.unstarted(args[0]);
      case "ends" -> views.ends(Integer.parseInt(args[0]), Integer.parseInt(args[1]));
      case "active" -> views.activeFor(Integer.parseInt(args[0]));
      case "mounted" -> views.mounted(args[0]);
      case "attempted" -> views.attempted(args[0], 0);
      case "failed" -> views.failed(args[0].replace('_', ' '), Integer.parseInt(args[1]), args[2]);
      case "fly" -> views.underWay(action(views, args[0]));
      default -> throw new IllegalArgumentException(what);
    }
  }

  private static Action action(Views views, String word) {
    String name = word.substring(word.indexOf(':') + 1);
    return switch (word.substring(0, word.indexOf(':'))) {
      case "create" -> views.create(name, 0);
      case "start" -> views.start(name, 0);
      case "stop" -> views.stop(name, 0, 30);
      case "kill" -> views.stop(name, 0, 2);
      case "pre" -> views.preStopOf(name, 0);
      case "post" -> views.postStartOf(name, 0);
      default -> throw new IllegalArgumentException(word);
    };
  }
}
