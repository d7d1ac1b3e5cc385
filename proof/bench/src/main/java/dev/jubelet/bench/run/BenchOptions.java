package dev.jubelet.bench.run;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * The command line.
 *
 * @param runtimes major versions of containerd to measure on, in order
 * @param program what starts Jubelet
 * @param report where tables and pictures go
 * @param assertTargets whether a missed target makes the exit code 1
 */
public record BenchOptions(
    List<Integer> runtimes,
    Set<Part> parts,
    Amounts amounts,
    Path program,
    Path report,
    boolean assertTargets,
    Kind kind) {
  public static final String USAGE =
      """
      usage: ./dev bench [OPTIONS]

        --runtime 1|2|both   Debian's containerd (1, unless told), the current one (2), or one after the other
        --only PARTS         of one,burst,rest,start: only these, separated by commas; writes no report
        --singles N          pods one at a time, each way (15)
        --burst N            pods in a burst (50)
        --rounds N           rounds of bursts (3)
        --pods N             pods while at rest and at starts (60)
        --rest SECONDS       how long to watch at rest (60)
        --starts N           starts of Jubelet without and with pods (7)
        --program FILE       another launcher than ./jubelet
        --report DIR         another place than docs/benchmarks
        --assert             exit with 1 when a target is missed
        --cluster            instead of all that: pods bound to a node of a real cluster until a watch shows them
                             Running, by the Go kubelet and by Jubelet in turns on the same containerd; takes
                             --runtime (2), --singles, --burst, --rounds, --program, --report, --assert
        --embedded           instead of all that: Jubelet with its own runtime and the Go kubelet with containerd,
                             in turns: one pod, a burst, memory with many pods, pulling a large image; takes what
                             --cluster takes, --pods, and --only with some of one,burst,rest,pull

      Needs root. Everything runs in a network namespace of its own and is removed at the end.\
      """;

  /** The comparisons. */
  public enum Kind {
    /** With bare CRI calls. */
    RAW,
    /** With the Go kubelet, where pods come from an API server. */
    CLUSTER,
    /** Of the embedded runtime with the Go kubelet's node. */
    EMBEDDED
  }

  /** How much of each part. */
  public record Amounts(
      int singles, int burstPods, int burstRounds, int restPods, int restSeconds, int starts) {}

  /** What can be measured. */
  public enum Part {
    ONE,
    BURST,
    REST,
    START,
    PULL;

    private static final Set<Part> OF_NODE = EnumSet.of(ONE, BURST, REST, START);
    private static final Set<Part> OF_EMBEDDED = EnumSet.of(ONE, BURST, REST, PULL);

    private static Set<Part> all(Kind kind) {
      return kind == Kind.EMBEDDED ? OF_EMBEDDED : OF_NODE;
    }

    String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** The command line cannot be understood. */
  public static final class Misuse extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Misuse(String message) {
      super(message);
    }
  }

  public BenchOptions {
    runtimes = List.copyOf(runtimes);
    parts = EnumSet.copyOf(parts);
  }

  public boolean wants(Part part) {
    return parts.contains(part);
  }

  public boolean complete() {
    return parts.containsAll(Part.all(kind));
  }

  public static BenchOptions parse(List<String> words, Path home) {
    Draft draft = new Draft(home);
    List<String> rest = new ArrayList<>(words);
    while (!rest.isEmpty()) {
      String option = rest.removeFirst();
      if (option.equals("--assert")) {
        draft.assertTargets = true;
      } else if (option.equals("--cluster")) {
        draft.choose(Kind.CLUSTER);
      } else if (option.equals("--embedded")) {
        draft.choose(Kind.EMBEDDED);
      } else if (rest.isEmpty()) {
        throw new Misuse(option + " is unknown, or its value is missing");
      } else {
        draft.take(option, rest.removeFirst());
      }
    }
    return draft.finished();
  }

  private static final class Draft {
    private List<Integer> runtimes = List.of();
    private List<String> only = List.of();
    private int singles = 15;
    private int burstPods = 50;
    private int burstRounds = 3;
    private int restPods = 60;
    private int restSeconds = 60;
    private int starts = 7;
    private Path program;
    private Path report;
    private boolean assertTargets;
    private Kind kind = Kind.RAW;

    Draft(Path home) {
      this.program = home.resolve("jubelet");
      this.report = home.resolve("docs/benchmarks");
    }

    void choose(Kind wanted) {
      if (kind != Kind.RAW && kind != wanted) {
        throw new Misuse("--cluster and --embedded are two benchmarks: one at a time");
      }
      kind = wanted;
    }

    void take(String option, String value) {
      switch (option) {
        case "--runtime" -> runtimes = runtimes(value);
        case "--only" -> only = List.of(value.split(",", -1));
        case "--singles" -> singles = number(option, value);
        case "--burst" -> burstPods = number(option, value);
        case "--rounds" -> burstRounds = number(option, value);
        case "--pods" -> restPods = number(option, value);
        case "--rest" -> restSeconds = number(option, value);
        case "--starts" -> starts = number(option, value);
        case "--program" -> program = Path.of(value).toAbsolutePath();
        case "--report" -> report = Path.of(value).toAbsolutePath();
        default -> throw new Misuse(option + " is unknown");
      }
    }

    BenchOptions finished() {
      List<Integer> usual = List.of(kind == Kind.RAW ? 1 : 2);
      return new BenchOptions(
          runtimes.isEmpty() ? usual : runtimes,
          parts(),
          new Amounts(singles, burstPods, burstRounds, restPods, restSeconds, starts),
          program,
          report,
          assertTargets,
          kind);
    }

    private static List<Integer> runtimes(String value) {
      return switch (value) {
        case "1" -> List.of(1);
        case "2" -> List.of(2);
        case "both" -> List.of(1, 2);
        default -> throw new Misuse("--runtime is 1, 2 or both, not " + value);
      };
    }

    private Set<Part> parts() {
      Set<Part> all = Part.all(kind);
      if (only.isEmpty()) {
        return all;
      }
      Set<Part> found = EnumSet.noneOf(Part.class);
      for (String word : only) {
        found.add(
            all.stream()
                .filter(part -> part.word().equals(word.strip()))
                .findFirst()
                .orElseThrow(() ->
                    new Misuse(
                        "--only takes some of "
                            + String.join(",", all.stream().map(Part::word).toList())
                            + ", not "
                            + word)));
      }
      return found;
    }

    private static int number(String option, String value) {
      try {
        int number = Integer.parseInt(value);
        if (number > 0) {
          return number;
        }
      } catch (NumberFormatException malformed) {
        // The same word for both.
      }
      throw new Misuse(option + " takes a number above 0, not " + value);
    }
  }
}
