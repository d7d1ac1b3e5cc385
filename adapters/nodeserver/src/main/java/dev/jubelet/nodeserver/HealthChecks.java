package dev.jubelet.nodeserver;

import dev.jubelet.model.meta.Ordered;
import dev.jubelet.nodeserver.http.HttpAnswer;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The named checks behind {@code /healthz}. A check answers with what is wrong, or with nothing; it
 * must answer at once, since a supervisor waits.
 */
public final class HealthChecks {
  private final Map<String, Supplier<Optional<String>>> checks;

  public HealthChecks(Map<String, Supplier<Optional<String>>> checks) {
    Map<String, Supplier<Optional<String>>> all = new LinkedHashMap<>();
    all.put("ping", Optional::empty);
    all.putAll(checks);
    this.checks = Ordered.copyOf(all);
  }

  public HttpAnswer all() {
    return answer(checks);
  }

  /** Empty when there is no check of that name. */
  public Optional<HttpAnswer> one(String name) {
    return Optional.ofNullable(checks.get(name)).map(check -> answer(Map.of(name, check)));
  }

  /** By name, with what is wrong. */
  public Map<String, Optional<String>> problems() {
    Map<String, Optional<String>> all = new LinkedHashMap<>();
    checks.forEach((name, check) -> all.put(name, problem(check)));
    return all;
  }

  private static HttpAnswer answer(Map<String, Supplier<Optional<String>>> checks) {
    StringBuilder report = new StringBuilder();
    boolean healthy = true;
    for (Map.Entry<String, Supplier<Optional<String>>> check : checks.entrySet()) {
      Optional<String> problem = problem(check.getValue());
      healthy &= problem.isEmpty();
      report.append(
          problem
              .map(what -> "[-]" + check.getKey() + " failed: " + what)
              .orElse("[+]" + check.getKey() + " ok"));
      report.append('\n');
    }
    return healthy
        ? HttpAnswer.text(200, "ok")
        : HttpAnswer.text(503, report + "healthz check failed\n");
  }

  private static Optional<String> problem(Supplier<Optional<String>> check) {
    try {
      return check.get();
    } catch (RuntimeException broken) {
      // A check that cannot tell is not a healthy node.
      return Optional.of("the check itself failed: " + broken);
    }
  }
}
