package dev.jubelet.nodeserver.endpoint;

import dev.jubelet.nodeserver.http.RequestTarget;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/** What is asked of the node's logs beyond a path: services of the machine, or one file. */
record JournalQuery(
    List<String> services,
    List<String> files,
    @Nullable Instant since,
    @Nullable Instant until,
    @Nullable Integer lines,
    @Nullable Integer boot,
    String pattern) {
  private static final int SERVICES_MAX = 4;
  private static final int NAME_MAX = 256;
  private static final int LINES_MAX = 100_000;
  // Whatever journalctl might take for something else than a name.
  private static final Pattern UNSAFE = Pattern.compile("[^a-zA-Z\\-_.:0-9@]");
  private static final DateTimeFormatter DAY_AND_TIME =
      DateTimeFormatter.ofPattern("uuuu-M-d H:m:s").withZone(ZoneOffset.UTC);

  /** Empty when the request asks for nothing but its path. */
  static Optional<JournalQuery> parse(RequestTarget target) throws Refused {
    List<String> services = new ArrayList<>();
    List<String> files = new ArrayList<>();
    for (String each : target.parameters("query")) {
      if (each.contains("/") || each.contains("\\")) {
        files.add(each);
      } else if (!each.isBlank()) {
        services.add(each);
      }
    }
    if (target.query().containsKey("query") && services.isEmpty() && files.isEmpty()) {
      throw refused(400, "query", target.parameter("query"), "may not be empty");
    }
    JournalQuery query =
        new JournalQuery(
            List.copyOf(services),
            List.copyOf(files),
            time(target, "sinceTime"),
            time(target, "untilTime"),
            number(target, "tailLines"),
            number(target, "boot"),
            target.parameter("pattern"));
    return query.isEmpty() ? Optional.empty() : Optional.of(query);
  }

  private boolean isEmpty() {
    return services.isEmpty() && files.isEmpty() && !hasOptions();
  }

  boolean hasOptions() {
    return since != null || until != null || lines != null || boot != null || !pattern.isEmpty();
  }

  /** Whether it makes sense. */
  void check() throws Refused {
    for (String service : services) {
      check(service.length() <= NAME_MAX, "query", service, "length must be less than 256");
      check(
          !UNSAFE.matcher(service).find() && !service.startsWith("-"),
          "query",
          service,
          "input contains unsupported characters");
    }
    String asked = files + ", " + services;
    check(services.size() <= SERVICES_MAX, "query", asked, "must have at most 4 items");
    check(!services.isEmpty() || !files.isEmpty(), "query", "", "cannot be empty with options");
    check(
        services.isEmpty() || files.isEmpty(), "query", asked, "cannot specify a file and service");
    check(files.size() <= 1, "query", asked, "cannot specify more than one file");
    check(files.isEmpty() || !hasOptions(), "query", asked, "cannot specify file with options");
    check(
        since == null || until == null || !since.isAfter(until),
        "untilTime",
        String.valueOf(until),
        "must be after `sinceTime`");
    check(boot == null || boot <= 0, "boot", String.valueOf(boot), "must be less than 1");
    check(
        lines == null || (lines >= 0 && lines <= LINES_MAX),
        "tailLines",
        String.valueOf(lines),
        "must be between 0 and 100000, inclusive");
    try {
      Pattern.compile(pattern);
    } catch (PatternSyntaxException senseless) {
      throw refused(406, "pattern", pattern, senseless.getDescription());
    }
  }

  /** For journalctl; every value is part of its option's word, so none can be another option. */
  List<String> arguments(List<String> units) {
    List<String> arguments =
        new ArrayList<>(List.of("--utc", "--no-pager", "--output=short-precise"));
    if (since != null) {
      arguments.add("--since=" + DAY_AND_TIME.format(since));
    }
    if (until != null) {
      arguments.add("--until=" + DAY_AND_TIME.format(until));
    }
    if (lines != null) {
      arguments.add("--pager-end");
      arguments.add("--lines=" + lines);
    }
    units.forEach(unit -> arguments.add("--unit=" + unit));
    if (!pattern.isEmpty()) {
      arguments.add("--grep=" + pattern);
    }
    if (boot != null) {
      arguments.add("--boot=" + boot);
    }
    return arguments;
  }

  private static void check(boolean good, String field, String value, String problem)
      throws Refused {
    if (!good) {
      throw refused(406, field, value, problem);
    }
  }

  private static @Nullable Instant time(RequestTarget target, String name) throws Refused {
    String text = target.parameter(name);
    try {
      return text.isEmpty() ? null : OffsetDateTime.parse(text).toInstant();
    } catch (DateTimeException notATime) {
      throw refused(400, name, text, "invalid time format");
    }
  }

  private static @Nullable Integer number(RequestTarget target, String name) throws Refused {
    String text = target.parameter(name);
    try {
      return text.isEmpty() ? null : Integer.valueOf(text);
    } catch (NumberFormatException notANumber) {
      throw refused(
          400, name, text, "strconv.Atoi: parsing " + GoQuote.quoted(text) + ": invalid syntax");
    }
  }

  private static Refused refused(int status, String field, String value, String problem) {
    return new Refused(
        status, "%s: Invalid value: %s: %s\n".formatted(field, GoQuote.quoted(value), problem));
  }
}
