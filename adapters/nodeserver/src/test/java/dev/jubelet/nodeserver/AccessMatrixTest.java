package dev.jubelet.nodeserver;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.assertj.core.api.SoftAssertions;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Every endpoint, with every method, for every kind of caller. */
@Tag("long")
class AccessMatrixTest {
  private static final List<String> METHODS =
      List.of("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS");

  /**
   * @param subresources any of them is enough, as in the kubelet's own table
   * @param methods that are answered; none: all
   * @param status when one of those methods is allowed, on a node without a runtime
   */
  private record Path(String path, List<String> subresources, Set<String> methods, int status) {}

  private static final Set<String> GET = Set.of("GET");
  private static final Set<String> POST = Set.of("POST");
  private static final Set<String> BOTH = Set.of("GET", "POST");
  private static final List<Path> PATHS =
      List.of(
          new Path("/healthz", List.of("healthz", "proxy"), Set.of(), 200),
          new Path("/healthz/ping", List.of("healthz", "proxy"), Set.of(), 200),
          new Path("/healthz/log", List.of("healthz", "proxy"), Set.of(), 200),
          new Path("/healthz/syncloop", List.of("healthz", "proxy"), Set.of(), 200),
          new Path("/healthz/nothing", List.of("healthz", "proxy"), Set.of(), 404),
          new Path("/pods", List.of("pods", "proxy"), GET, 200),
          new Path("/pods/", List.of("pods", "proxy"), GET, 200),
          new Path("/runningpods", List.of("pods", "proxy"), GET, 500),
          new Path("/runningpods/", List.of("pods", "proxy"), GET, 500),
          new Path("/configz", List.of("configz", "proxy"), Set.of(), 200),
          new Path("/metrics", List.of("metrics"), Set.of(), 200),
          new Path("/metrics/cadvisor", List.of("metrics"), Set.of(), 200),
          new Path("/metrics/resource", List.of("metrics"), Set.of(), 200),
          new Path("/metrics/probes", List.of("metrics"), Set.of(), 200),
          new Path("/stats/summary", List.of("stats"), GET, 500),
          new Path("/logs/", List.of("log"), GET, 404),
          new Path("/logs/syslog", List.of("log"), GET, 404),
          new Path("/checkpoint/default/web/web", List.of("checkpoint"), POST, 500),
          new Path("/containerLogs/default/none/web", List.of("proxy"), GET, 404),
          new Path("/run/default/none/web?cmd=id", List.of("proxy"), POST, 404),
          new Path("/run/default/none/uid/web?cmd=id", List.of("proxy"), POST, 404),
          new Path("/exec/default/none/web?command=id&output=1", List.of("proxy"), BOTH, 404),
          new Path("/exec/default/none/uid/web?command=id&output=1", List.of("proxy"), BOTH, 404),
          new Path("/attach/default/none/web?output=1", List.of("proxy"), BOTH, 404),
          new Path("/attach/default/none/uid/web?output=1", List.of("proxy"), BOTH, 404),
          new Path("/portForward/default/none", List.of("proxy"), BOTH, 404),
          new Path("/portForward/default/none/uid", List.of("proxy"), BOTH, 404),
          new Path("/debug/jubelet/pods/known/timeline", List.of("proxy"), GET, 200),
          new Path("/debug/pprof/heap", List.of("proxy"), Set.of(), 405),
          new Path("/debug/flags/v", List.of("proxy"), Set.of(), 405),
          new Path("/statusz", List.of("statusz"), Set.of(), 404),
          new Path("/livez", List.of("proxy"), Set.of(), 404),
          new Path("/readyz", List.of("proxy"), Set.of(), 404),
          new Path("/", List.of("proxy"), Set.of(), 404),
          new Path("/nothing", List.of("proxy"), Set.of(), 404),
          // Other spellings of paths are other paths, with other rights.
          new Path("/PODS", List.of("proxy"), Set.of(), 404),
          new Path("/Metrics", List.of("proxy"), Set.of(), 404),
          new Path("/..;/pods", List.of("proxy"), Set.of(), 404),
          new Path("/pods;x=1", List.of("proxy"), Set.of(), 404),
          new Path("/metrics/", List.of("metrics"), Set.of(), 404),
          new Path("/healthz/", List.of("healthz", "proxy"), Set.of(), 404),
          new Path("/%70ods", List.of("pods", "proxy"), GET, 200),
          new Path("/%2570ods", List.of("proxy"), Set.of(), 404),
          new Path("/metrics%20", List.of("proxy"), Set.of(), 404));

  /** No path at all, whoever asks. */
  private static final List<String> TRICKS =
      List.of(
          "//pods",
          "/metrics//cadvisor",
          "/healthz/../pods",
          "/healthz/%2e%2e/pods",
          "/healthz/%2E%2e/run/default/web/web",
          "/healthz/.%2e/pods",
          "/./pods",
          "/%2e/pods",
          "/metrics%2fcadvisor",
          "/logs/..%2f..%2fetc%2fpasswd",
          "/logs/%2e%2e/%2e%2e/etc/passwd",
          "/logs/..\\..\\etc",
          "/healthz%5c..%5cpods",
          "/pods%00",
          "/pods%0d%0aX:y",
          "/pods%",
          "/pods%zz",
          "/pods%c0%ae",
          "pods",
          "*",
          "http://worker-1/pods",
          "/pods#x");

  private record Caller(
      TestAuthority.@Nullable Issued certificate,
      @Nullable String token,
      boolean known,
      Set<String> rights) {}

  private final SecureBench bench = new SecureBench(SecureBench.Options.standard());

  @AfterEach
  void stop() {
    bench.close();
  }

  private Map<String, Caller> callers() {
    TestAuthority ours = bench.authority;
    TestAuthority strangers = new TestAuthority("strangers");
    TestAuthority sameName = new TestAuthority("cluster");
    Instant past = Instant.now().minus(Duration.ofDays(30));
    Instant future = Instant.now().plus(Duration.ofDays(30));
    List<String> masters = List.of("system:masters");
    TestAuthority.Use client = TestAuthority.Use.CLIENT;
    Map<String, Caller> callers = new LinkedHashMap<>();
    callers.put("nothing", stranger(null, null));
    callers.put("garbage token", stranger(null, "garbage"));
    callers.put("expired token", stranger(null, "expired"));
    callers.put("empty token", stranger(null, ""));
    callers.put("wrong CA", stranger(strangers.issue("admin", masters, client), null));
    callers.put("CA of the same name", stranger(sameName.issue("admin", masters, client), null));
    callers.put("expired cert", stranger(ours.issue("admin", masters, client, past), null));
    callers.put("cert of tomorrow", stranger(ours.issue("admin", masters, client, future), null));
    callers.put(
        "server cert", stranger(ours.issue("admin", masters, TestAuthority.Use.SERVER), null));
    callers.put("cert without name", stranger(ours.issue("", masters, client), null));
    callers.put(
        "CA itself",
        stranger(new TestAuthority("cluster").issue("cluster", masters, client), null));
    callers.put("cert without rights", known(ours.issue("nobody", List.of(), client), null));
    callers.put(
        "node cert",
        known(ours.issue("system:node:worker-1", List.of("system:nodes"), client), null));
    callers.put("admin", known(ours.issue("admin", masters, client), null, "*"));
    callers.put("admin token", known(null, "admin-token", "*"));
    callers.put(
        "bad cert, good token", known(strangers.issue("x", masters, client), "admin-token", "*"));
    callers.put(
        "good cert, bad token", known(ours.issue("admin", masters, client), "garbage", "*"));
    for (String only :
        List.of(
            "proxy",
            "stats",
            "metrics",
            "log",
            "checkpoint",
            "healthz",
            "pods",
            "configz",
            "statusz",
            "spec")) {
      callers.put("only " + only, known(null, "only-" + only, only));
    }
    callers.put("only get proxy", known(null, "get-proxy", "get proxy"));
    return callers;
  }

  private static Caller stranger(
      TestAuthority.@Nullable Issued certificate, @Nullable String token) {
    return new Caller(certificate, token, false, Set.of());
  }

  private static Caller known(
      TestAuthority.@Nullable Issued certificate, @Nullable String token, String... rights) {
    return new Caller(certificate, token, true, Set.of(rights));
  }

  private void fillReviewer(Map<String, Caller> callers) {
    bench.reviewer.grant("admin", "*").token("admin-token", "admin");
    callers
        .values()
        .forEach(caller -> {
          String token = caller.token();
          if (caller.known() && token != null && !token.equals("admin-token")) {
            if (!token.equals("garbage")) {
              bench
                  .reviewer
                  .token(token, "user of " + token)
                  .grant("user of " + token, caller.rights().toArray(String[]::new));
            }
          }
        });
  }

  private static int expected(Path path, String method, Caller caller) {
    if (!caller.known()) {
      return 401;
    }
    String verb = method.equals("GET") ? "get" : "other";
    boolean allowed =
        caller.rights().contains("*")
            || path.subresources().stream()
                .anyMatch(each ->
                    caller.rights().contains(each) || caller.rights().contains(verb + " " + each));
    if (!allowed) {
      return 403;
    }
    return path.methods().isEmpty() || path.methods().contains(method) ? path.status() : 405;
  }

  @Test
  void everyCallerGetsWhatItsRightsGive() throws Exception {
    Map<String, Caller> callers = callers();
    fillReviewer(callers);
    SoftAssertions all = new SoftAssertions();
    int asked = 0;
    for (Map.Entry<String, Caller> caller : callers.entrySet()) {
      try (Line line = new Line(bench, caller.getValue().certificate())) {
        for (Path path : PATHS) {
          for (String method : METHODS) {
            int status = line.ask(caller.getValue().token(), method, path.path());
            asked++;
            all.assertThat(status)
                .as(caller.getKey() + ": " + method + " " + path.path())
                .isEqualTo(expected(path, method, caller.getValue()));
          }
        }
      }
    }
    all.assertAll();
    assertThat(asked).isGreaterThan(7000);
  }

  @Test
  void noTrickWithAPathChangesWhatIsAuthorised() throws Exception {
    bench.reviewer.token("healthy", "probe").grant("probe", "healthz");
    bench.reviewer.token("admin-token", "admin").grant("admin", "*");
    for (String token : new ArrayList<>(List.of("", "healthy", "admin-token"))) {
      for (String trick : TRICKS) {
        assertThat(bench.ask(null, token, "GET", trick).status()).as(trick).isEqualTo(400);
      }
    }
    assertThat(bench.reviewer.accessQuestions).hasValue(0);
  }
}
