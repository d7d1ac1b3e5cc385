package dev.jubelet.images;

import dev.jubelet.ports.FailureKind;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** Hosts that send us elsewhere, and those that ask who we are. */
final class HostileHosts {
  private final HostileRegistry list;

  private HostileHosts(HostileRegistry list) {
    this.list = list;
  }

  static void addTo(HostileRegistry list) {
    HostileHosts hosts = new HostileHosts(list);
    hosts.redirects();
    hosts.tokens();
  }

  private void redirects() {
    list.works(
        "sends us to another host",
        (registry, other) -> {
          TestImage image = TestImage.small().servedBy(registry);
          String path = TestImage.blobPath(image.layerDigest(0));
          asked(registry, path, to("http://127.0.0.1:" + other.port() + "/blob"));
          other.on("/blob", (_, answer) -> answer.send(image.layer(0)));
        });
    list.fails(
        "sends us to another host that wants to know us",
        FailureKind.DENIED,
        (registry, other) -> {
          TestImage image = TestImage.small().servedBy(registry);
          String path = TestImage.blobPath(image.layerDigest(0));
          asked(registry, path, to("http://127.0.0.1:" + other.port() + "/blob"));
          other.otherwise((_, answer) ->
              answer
                  .status(401)
                  .header("WWW-Authenticate", "Basic realm=\"x\"")
                  .send(HostileRegistry.NOTHING));
        });
    list.fails(
        "sends us in a circle",
        FailureKind.BAD_SPEC,
        HostileRegistry.layer((request, answer) ->
            answer.status(307).header("Location", request.path()).send(HostileRegistry.NOTHING)));
    for (String place :
        List.of(
            "file:///etc/passwd",
            "http://169.254.169.254/latest/meta-data",
            "ftp://localhost/x",
            "http://user:password@localhost/x",
            "::not an address::",
            "http:///x")) {
      list.fails("sends us to " + place, FailureKind.BAD_SPEC, HostileRegistry.layer(to(place)));
    }
    list.fails(
        "sends us nowhere",
        FailureKind.BAD_SPEC,
        HostileRegistry.layer((_, answer) -> answer.status(302).send(HostileRegistry.NOTHING)));
  }

  private static TestRegistry.Behaviour to(String place) {
    return (_, answer) ->
        answer.status(307).header("Location", place).send(HostileRegistry.NOTHING);
  }

  /** Wants the password before it does what it does. */
  private static void asked(TestRegistry registry, String path, TestRegistry.Behaviour then) {
    registry.on(
        path,
        (request, answer) -> {
          if (request.header("Authorization").startsWith("Basic ")) {
            then.answer(request, answer);
          } else {
            answer
                .status(401)
                .header("WWW-Authenticate", "Basic realm=\"x\"")
                .send(HostileRegistry.NOTHING);
          }
        });
  }

  static void asksFor(TestRegistry registry, String challenge) {
    registry.otherwise((_, answer) ->
        answer.status(401).header("WWW-Authenticate", challenge).send(HostileRegistry.NOTHING));
  }

  private void tokens() {
    list.fails(
        "has its tokens given out elsewhere",
        FailureKind.DENIED,
        (registry, other) -> {
          asksFor(registry, "Bearer realm=\"http://127.0.0.1:" + other.port() + "/token\"");
          other.on(
              "/token",
              (_, answer) -> answer.send("{\"token\":\"t\"}".getBytes(StandardCharsets.US_ASCII)));
        });
    for (String challenge :
        List.of(
            "Bearer realm=\"ftp://localhost/token\"",
            "Bearer realm=\"not an address\"",
            "Bearer",
            "Negotiate abc",
            "\"\"\"===,,,",
            "Bearer realm=\"http://x:y@localhost/\"",
            "Basic realm=\"" + "x".repeat(9000) + "\"")) {
      String shown = challenge.substring(0, Math.min(30, challenge.length()));
      list.fails(
          "asks with " + shown, FailureKind.DENIED, (registry, _) -> asksFor(registry, challenge));
    }
    list.fails(
        "takes no password",
        FailureKind.DENIED,
        (registry, _) -> asksFor(registry, "Basic realm=\"x\""));
    list.fails(
        "never takes its own tokens",
        FailureKind.DENIED,
        (registry, _) -> {
          AtomicInteger count = new AtomicInteger();
          token(
              registry,
              (_, answer) ->
                  answer.send(
                      ("{\"token\":\"t" + count.getAndIncrement() + "\"}")
                          .getBytes(StandardCharsets.US_ASCII)));
        });
    list.fails(
        "gives a token of a megabyte",
        FailureKind.DENIED,
        (registry, _) ->
            token(
                registry,
                (_, answer) ->
                    answer.send(
                        ("{\"token\":\"" + "t".repeat(900_000) + "\"}")
                            .getBytes(StandardCharsets.US_ASCII))));
    list.fails(
        "gives a token with a newline",
        FailureKind.DENIED,
        (registry, _) ->
            token(
                registry,
                (_, answer) ->
                    answer.send(
                        "{\"token\":\"a\\r\\nX: y\"}".getBytes(StandardCharsets.US_ASCII))));
    list.fails(
        "gives no token",
        FailureKind.DENIED,
        (registry, _) ->
            token(registry, (_, answer) -> answer.send("{}".getBytes(StandardCharsets.US_ASCII))));
    list.fails(
        "gives tokens without end",
        FailureKind.BAD_SPEC,
        (registry, _) ->
            token(
                registry,
                (_, answer) -> {
                  answer.header("Transfer-Encoding", "chunked").head();
                  byte[] much = " ".repeat(64 * 1024).getBytes(StandardCharsets.US_ASCII);
                  for (int i = 0; i < 100_000; i++) {
                    HostileRegistry.chunk(answer, much);
                  }
                }));
    list.fails(
        "has a token server that refuses",
        FailureKind.DENIED,
        (registry, _) ->
            token(registry, (_, answer) -> answer.status(403).send(HostileRegistry.NOTHING)));
  }

  private static void token(TestRegistry registry, TestRegistry.Behaviour behaviour) {
    asksFor(registry, "Bearer realm=\"http://" + registry.host() + "/token\",service=\"s\"");
    registry.on("/token", behaviour);
  }
}
