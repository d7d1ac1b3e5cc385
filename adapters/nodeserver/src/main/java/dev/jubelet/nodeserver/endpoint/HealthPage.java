package dev.jubelet.nodeserver.endpoint;

import dev.jubelet.nodeserver.HealthChecks;
import dev.jubelet.nodeserver.http.HttpAnswer;
import dev.jubelet.nodeserver.http.RequestTarget;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * {@code /healthz} as Kubernetes components answer it: with {@code verbose} all checks are shown,
 * {@code exclude} leaves some out, and what is wrong is told by the page of the single check only.
 */
final class HealthPage {
  private final HealthChecks checks;

  HealthPage(HealthChecks checks) {
    this.checks = checks;
  }

  HttpAnswer all(RequestTarget target) {
    Set<String> unknown = new LinkedHashSet<>(target.parameters("exclude"));
    Set<String> excluded = Set.copyOf(unknown);
    StringBuilder report = new StringBuilder();
    boolean healthy = true;
    for (Map.Entry<String, Optional<String>> check : checks.problems().entrySet()) {
      String name = check.getKey();
      if (excluded.contains(name)) {
        unknown.remove(name);
        report.append("[+]").append(name).append(" excluded: ok\n");
      } else if (check.getValue().isPresent()) {
        healthy = false;
        report.append("[-]").append(name).append(" failed: reason withheld\n");
      } else {
        report.append("[+]").append(name).append(" ok\n");
      }
    }
    if (!unknown.isEmpty()) {
      report
          .append("warn: some health checks cannot be excluded: no matches for ")
          .append(unknown.stream().sorted().map(GoQuote::quoted).collect(Collectors.joining(",")))
          .append('\n');
    }
    if (!healthy) {
      return HttpAnswer.text(500, report + "healthz check failed\n");
    }
    return HttpAnswer.text(
        200, target.query().containsKey("verbose") ? report + "healthz check passed\n" : "ok");
  }

  HttpAnswer one(String name) {
    Optional<String> problem = checks.problems().getOrDefault(name, Optional.empty());
    if (!checks.problems().containsKey(name)) {
      return HttpAnswer.notFound();
    }
    return problem
        .map(what -> HttpAnswer.text(500, "internal server error: " + what + "\n"))
        .orElseGet(() -> HttpAnswer.text(200, "ok"));
  }
}
