package dev.jubelet.images;

import dev.jubelet.images.content.Digest;
import dev.jubelet.images.registry.Documents;
import dev.jubelet.images.unpack.TarText;
import dev.jubelet.ports.FailureKind;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** What registries can do wrong, and what must come of it. */
final class HostileRegistry {
  private static final String OCI = Documents.OCI_MANIFEST;
  private static final byte[] NOTHING = {};

  /**
   * @param kind of the failure that must come of it; null when the image can be had all the same
   * @param slow it is about a deadline, which is short then
   */
  record Misbehaviour(String name, @Nullable FailureKind kind, boolean slow, Setting setting) {
    @Override
    public String toString() {
      return name;
    }
  }

  interface Setting {
    /** Makes the registry misbehave; {@code other} is another host. */
    void make(TestRegistry registry, TestRegistry other) throws IOException;
  }

  private final List<Misbehaviour> all = new ArrayList<>();

  static List<Misbehaviour> all() {
    HostileRegistry list = new HostileRegistry();
    list.bodies();
    list.deadlines();
    list.ranges();
    list.statuses();
    list.redirects();
    list.tokens();
    list.manifests();
    list.indexes();
    list.contents();
    return list.all;
  }

  private void fails(String name, FailureKind kind, Setting setting) {
    all.add(new Misbehaviour(name, kind, false, setting));
  }

  private void works(String name, Setting setting) {
    all.add(new Misbehaviour(name, null, false, setting));
  }

  private void timesOut(String name, Setting setting) {
    all.add(new Misbehaviour(name, FailureKind.TIMED_OUT, true, setting));
  }

  /** A good image whose first layer is served otherwise. */
  private static Setting layer(TestImage image, TestRegistry.Behaviour behaviour) {
    return (registry, _) -> {
      image.servedBy(registry);
      registry.on(TestImage.blobPath(image.layerDigest(0)), behaviour);
    };
  }

  private static Setting layer(TestRegistry.Behaviour behaviour) {
    return layer(TestImage.small(), behaviour);
  }

  private static Setting manifest(String text, String type) {
    return (registry, _) -> {
      TestImage.small().servedBy(registry);
      TestImage.manifestServed(registry, "1", text.getBytes(StandardCharsets.UTF_8), type);
    };
  }

  private static Setting image(TestImage image) {
    return (registry, _) -> image.servedBy(registry);
  }

  private static Setting always(TestRegistry.Behaviour behaviour) {
    return (registry, _) -> registry.otherwise(behaviour);
  }

  private void bodies() {
    TestImage large = TestImage.large();
    byte[] blob = large.layer(0);
    byte[] half = Arrays.copyOf(blob, blob.length / 2);
    fails(
        "cuts every time at half",
        FailureKind.UNAVAILABLE,
        layer(
            large,
            (_, answer) -> {
              answer.header("Content-Length", String.valueOf(blob.length)).head();
              answer.raw(half);
              answer.cut();
            }));
    fails(
        "resets every time",
        FailureKind.UNAVAILABLE,
        layer(
            large,
            (_, answer) -> {
              answer.header("Content-Length", String.valueOf(blob.length)).head();
              answer.raw(half);
              answer.reset();
            }));
    fails(
        "sends a longer blob",
        FailureKind.UNAVAILABLE,
        layer(large, (_, answer) -> answer.send(Arrays.copyOf(blob, blob.length + 1))));
    fails(
        "sends a shorter blob",
        FailureKind.UNAVAILABLE,
        layer(large, (_, answer) -> answer.send(half)));
    fails(
        "sends a longer blob in chunks",
        FailureKind.UNAVAILABLE,
        layer(
            large,
            (_, answer) -> {
              answer.header("Transfer-Encoding", "chunked").head();
              chunk(answer, blob);
              chunk(answer, blob);
              chunk(answer, NOTHING);
            }));
    fails(
        "sends without end",
        FailureKind.UNAVAILABLE,
        layer((_, answer) -> {
          answer.header("Transfer-Encoding", "chunked").head();
          byte[] zeros = new byte[64 * 1024];
          for (int i = 0; i < 100_000; i++) {
            chunk(answer, zeros);
          }
        }));
    fails(
        "sends another blob",
        FailureKind.UNAVAILABLE,
        layer(
            large,
            (_, answer) -> {
              byte[] bent = blob.clone();
              bent[blob.length / 2] ^= 1;
              answer.send(bent);
            }));
    fails(
        "lies about the length",
        FailureKind.UNAVAILABLE,
        layer((_, answer) -> answer.header("Content-Length", "1").send(blob)));
    fails(
        "speaks something else",
        FailureKind.UNAVAILABLE,
        always((_, answer) -> {
          answer.raw("SSH-2.0-OpenSSH_9.2\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
          answer.cut();
        }));
    fails("hangs up at once", FailureKind.UNAVAILABLE, always((_, answer) -> answer.cut()));
    fails(
        "sends a header of a megabyte",
        FailureKind.UNAVAILABLE,
        always((_, answer) -> answer.header("X-Long", "x".repeat(1 << 20)).send(NOTHING)));
  }

  private static void chunk(TestRegistry.Answer answer, byte[] bytes) throws IOException {
    answer.raw((Integer.toHexString(bytes.length) + "\r\n").getBytes(StandardCharsets.US_ASCII));
    answer.raw(bytes);
    answer.raw("\r\n".getBytes(StandardCharsets.US_ASCII));
  }

  private void deadlines() {
    byte[] blob = TestImage.small().layer(0);
    timesOut("never answers", always((_, answer) -> answer.hang()));
    timesOut(
        "stalls before the first byte",
        layer((_, answer) -> {
          answer.header("Content-Length", String.valueOf(blob.length)).head();
          answer.hang();
        }));
    timesOut(
        "stalls before the last byte",
        layer((_, answer) -> {
          answer.header("Content-Length", String.valueOf(blob.length)).head();
          answer.raw(Arrays.copyOf(blob, blob.length - 1));
          answer.hang();
        }));
    timesOut(
        "sends drop by drop",
        layer(
            TestImage.large(),
            (_, answer) -> {
              byte[] all = TestImage.large().layer(0);
              answer.header("Content-Length", String.valueOf(all.length)).head();
              for (byte each : all) {
                answer.raw(new byte[] {each});
                pause();
              }
            }));
    timesOut(
        "stalls in the manifest",
        (registry, _) ->
            registry.otherwise((_, answer) -> {
              answer.header("Content-Length", "1000").head();
              answer.hang();
            }));
    timesOut(
        "stalls in the token",
        (registry, other) -> {
          asksFor(registry, "Bearer realm=\"http://" + registry.host() + "/token\"");
          registry.on(
              "/token",
              (_, answer) -> {
                answer.header("Content-Length", "1000").head();
                answer.hang();
              });
        });
  }

  private static void pause() throws IOException {
    try {
      Thread.sleep(20);
    } catch (InterruptedException interrupted) {
      throw new IOException(interrupted);
    }
  }

  /** The first time half of it, then what is said. */
  private static TestRegistry.Behaviour cutOnce(byte[] blob, TestRegistry.Behaviour then) {
    AtomicInteger count = new AtomicInteger();
    return (request, answer) -> {
      if (count.getAndIncrement() > 0) {
        then.answer(request, answer);
        return;
      }
      answer.header("Content-Length", String.valueOf(blob.length)).head();
      answer.raw(Arrays.copyOf(blob, blob.length / 2));
      answer.cut();
    };
  }

  private void ranges() {
    TestImage large = TestImage.large();
    byte[] blob = large.layer(0);
    works("cuts once", layer(large, cutOnce(blob, TestImage.ranged(blob))));
    works("knows no ranges", layer(large, cutOnce(blob, (_, answer) -> answer.send(blob))));
    works(
        "goes on at another place",
        layer(
            large,
            cutOnce(
                blob,
                (request, answer) -> {
                  if (request.header("Range").isEmpty()) {
                    answer.send(blob);
                  } else {
                    answer
                        .status(206)
                        .header("Content-Range", "bytes 0-" + (blob.length - 1) + "/" + blob.length)
                        .send(blob);
                  }
                })));
    works(
        "refuses the range",
        layer(
            large,
            cutOnce(
                blob,
                (request, answer) -> {
                  if (request.header("Range").isEmpty()) {
                    answer.send(blob);
                  } else {
                    answer.status(416).send(NOTHING);
                  }
                })));
    works(
        "sends garbage for the rest, then the blob",
        layer(
            large,
            cutOnce(
                blob,
                (request, answer) -> {
                  if (request.header("Range").isEmpty()) {
                    answer.send(blob);
                  } else {
                    TestImage.ranged(new byte[blob.length]).answer(request, answer);
                  }
                })));
  }

  private void statuses() {
    AtomicInteger count = new AtomicInteger();
    byte[] blob = TestImage.small().layer(0);
    works(
        "is ill for a moment",
        layer((_, answer) -> {
          if (count.getAndIncrement() < 2) {
            answer.status(503).send(NOTHING);
          } else {
            answer.send(blob);
          }
        }));
    fails(
        "is ill", FailureKind.UNAVAILABLE, always((_, answer) -> answer.status(500).send(NOTHING)));
    fails(
        "is asked too often",
        FailureKind.EXHAUSTED,
        always((_, answer) -> answer.status(429).send(NOTHING)));
    fails(
        "does not have it",
        FailureKind.NOT_FOUND,
        always((_, answer) -> answer.status(404).send(NOTHING)));
    fails(
        "does not have a layer",
        FailureKind.NOT_FOUND,
        layer((_, answer) -> answer.status(404).send(NOTHING)));
    fails(
        "forbids it", FailureKind.DENIED, always((_, answer) -> answer.status(403).send(NOTHING)));
    fails(
        "answers nonsense",
        FailureKind.BAD_SPEC,
        always((_, answer) -> answer.status(299).send(NOTHING)));
  }

  private void redirects() {
    works(
        "sends us to another host",
        (registry, other) -> {
          TestImage image = TestImage.small().servedBy(registry);
          String path = TestImage.blobPath(image.layerDigest(0));
          asked(registry, path, to("http://127.0.0.1:" + other.port() + "/blob"));
          other.on("/blob", (_, answer) -> answer.send(image.layer(0)));
        });
    fails(
        "sends us to another host that wants to know us",
        FailureKind.DENIED,
        (registry, other) -> {
          TestImage image = TestImage.small().servedBy(registry);
          String path = TestImage.blobPath(image.layerDigest(0));
          asked(registry, path, to("http://127.0.0.1:" + other.port() + "/blob"));
          other.otherwise((_, answer) ->
              answer.status(401).header("WWW-Authenticate", "Basic realm=\"x\"").send(NOTHING));
        });
    fails(
        "sends us in a circle",
        FailureKind.BAD_SPEC,
        layer((request, answer) ->
            answer.status(307).header("Location", request.path()).send(NOTHING)));
    for (String place :
        List.of(
            "file:///etc/passwd",
            "http://169.254.169.254/latest/meta-data",
            "ftp://localhost/x",
            "http://user:password@localhost/x",
            "::not an address::",
            "http:///x")) {
      fails("sends us to " + place, FailureKind.BAD_SPEC, layer(to(place)));
    }
    fails(
        "sends us nowhere",
        FailureKind.BAD_SPEC,
        layer((_, answer) -> answer.status(302).send(NOTHING)));
  }

  private static TestRegistry.Behaviour to(String place) {
    return (_, answer) -> answer.status(307).header("Location", place).send(NOTHING);
  }

  /** Wants the password before it does what it does. */
  private static void asked(TestRegistry registry, String path, TestRegistry.Behaviour then) {
    registry.on(
        path,
        (request, answer) -> {
          if (request.header("Authorization").startsWith("Basic ")) {
            then.answer(request, answer);
          } else {
            answer.status(401).header("WWW-Authenticate", "Basic realm=\"x\"").send(NOTHING);
          }
        });
  }

  private static void asksFor(TestRegistry registry, String challenge) {
    registry.otherwise(
        (_, answer) -> answer.status(401).header("WWW-Authenticate", challenge).send(NOTHING));
  }

  private void tokens() {
    fails(
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
      fails(
          "asks with " + shown, FailureKind.DENIED, (registry, _) -> asksFor(registry, challenge));
    }
    fails(
        "takes no password",
        FailureKind.DENIED,
        (registry, _) -> asksFor(registry, "Basic realm=\"x\""));
    fails(
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
    fails(
        "gives a token of a megabyte",
        FailureKind.DENIED,
        (registry, _) ->
            token(
                registry,
                (_, answer) ->
                    answer.send(
                        ("{\"token\":\"" + "t".repeat(900_000) + "\"}")
                            .getBytes(StandardCharsets.US_ASCII))));
    fails(
        "gives a token with a newline",
        FailureKind.DENIED,
        (registry, _) ->
            token(
                registry,
                (_, answer) ->
                    answer.send(
                        "{\"token\":\"a\\r\\nX: y\"}".getBytes(StandardCharsets.US_ASCII))));
    fails(
        "gives no token",
        FailureKind.DENIED,
        (registry, _) ->
            token(registry, (_, answer) -> answer.send("{}".getBytes(StandardCharsets.US_ASCII))));
    fails(
        "gives tokens without end",
        FailureKind.BAD_SPEC,
        (registry, _) ->
            token(
                registry,
                (_, answer) -> {
                  answer.header("Transfer-Encoding", "chunked").head();
                  byte[] much = " ".repeat(64 * 1024).getBytes(StandardCharsets.US_ASCII);
                  for (int i = 0; i < 100_000; i++) {
                    chunk(answer, much);
                  }
                }));
    fails(
        "has a token server that refuses",
        FailureKind.DENIED,
        (registry, _) -> token(registry, (_, answer) -> answer.status(403).send(NOTHING)));
  }

  private static void token(TestRegistry registry, TestRegistry.Behaviour behaviour) {
    asksFor(registry, "Bearer realm=\"http://" + registry.host() + "/token\",service=\"s\"");
    registry.on("/token", behaviour);
  }

  private void manifests() {
    TestImage small = TestImage.small();
    String good = small.manifestText();
    fails("sends a manifest of 5 MiB", FailureKind.BAD_SPEC, manifest(" ".repeat(5 << 20), OCI));
    fails(
        "sends a manifest without end",
        FailureKind.BAD_SPEC,
        always((_, answer) -> {
          answer.header("Content-Type", OCI).header("Transfer-Encoding", "chunked").head();
          byte[] much = " ".repeat(64 * 1024).getBytes(StandardCharsets.US_ASCII);
          for (int i = 0; i < 100_000; i++) {
            chunk(answer, much);
          }
        }));
    fails("sends no JSON", FailureKind.BAD_SPEC, manifest("<html>hello</html>", OCI));
    fails("sends a web page", FailureKind.BAD_SPEC, manifest("<html>hello</html>", "text/html"));
    fails("sends deep JSON", FailureKind.BAD_SPEC, manifest("[".repeat(100_000), OCI));
    fails(
        "sends a key twice",
        FailureKind.BAD_SPEC,
        manifest(
            good.replace("\"schemaVersion\":2", "\"schemaVersion\":2,\"schemaVersion\":2"), OCI));
    fails("sends an empty object", FailureKind.BAD_SPEC, manifest("{}", OCI));
    fails(
        "sends schema version 1",
        FailureKind.BAD_SPEC,
        manifest(
            "{\"schemaVersion\":1,\"fsLayers\":[],\"history\":[]}",
            "application/vnd.docker.distribution.manifest.v1+prettyjws"));
    fails(
        "sends an image that is an index",
        FailureKind.BAD_SPEC,
        image(TestImage.small().manifestMore(",\"manifests\":[]")));
    fails("calls an image an index", FailureKind.BAD_SPEC, manifest(good, Documents.OCI_INDEX));
    fails(
        "calls an index an image",
        FailureKind.BAD_SPEC,
        manifest("{\"schemaVersion\":2,\"manifests\":[]}", OCI));
    fails(
        "has a digest with a path",
        FailureKind.BAD_SPEC,
        manifest(good.replaceFirst("sha256:[0-9a-f]{64}", "sha256:../../../../etc/passwd"), OCI));
    fails(
        "has a digest of another hash",
        FailureKind.BAD_SPEC,
        manifest(good.replaceFirst("sha256:[0-9a-f]{64}", "md5:" + "0".repeat(32)), OCI));
    fails(
        "has a negative size",
        FailureKind.BAD_SPEC,
        manifest(good.replaceFirst("\"size\":", "\"size\":-"), OCI));
    fails(
        "has a size of 2^60",
        FailureKind.BAD_SPEC,
        manifest(good.replaceAll("\"size\":\\d+\\}\\]", "\"size\":1152921504606846976}]"), OCI));
    fails(
        "has a size that is a text",
        FailureKind.BAD_SPEC,
        manifest(good.replaceFirst("\"size\":\\d+", "\"size\":\"1\""), OCI));
    fails(
        "has ten thousand layers",
        FailureKind.BAD_SPEC,
        manifest(
            good.replaceFirst(
                "\"layers\":\\[",
                "\"layers\":[" + (TestImage.descriptor("x", NOTHING) + ",").repeat(10_000)),
            OCI));
    fails(
        "has a layer of another kind",
        FailureKind.BAD_SPEC,
        image(TestImage.small().layerType("application/vnd.in-toto+json")));
    fails(
        "has a config of 9 MiB",
        FailureKind.BAD_SPEC,
        manifest(good.replaceFirst("\"size\":\\d+", "\"size\":9437184"), OCI));
    fails(
        "has layers at other places",
        FailureKind.NOT_FOUND,
        (registry, other) -> {
          TestImage image = TestImage.small().servedBy(registry);
          String urls = ",\"urls\":[\"http://127.0.0.1:" + other.port() + "/layer\"]}";
          String text =
              image.manifestText().replaceAll("(\"size\":\\d+)\\}(,|\\])", "$1" + urls + "$2");
          registry.on(
              TestImage.blobPath(image.layerDigest(0)),
              (_, answer) -> answer.status(404).send(NOTHING));
          TestImage.manifestServed(registry, "1", text.getBytes(StandardCharsets.UTF_8), OCI);
        });
  }

  private void indexes() {
    fails(
        "has an index without an end",
        FailureKind.BAD_SPEC,
        (registry, _) -> {
          byte[] inner = TestImage.small().servedBy(registry).manifest();
          String type = OCI;
          for (int i = 0; i < 6; i++) {
            byte[] outer = index(entry(inner, type));
            TestImage.manifestServed(registry, "1", outer, Documents.OCI_INDEX);
            inner = outer;
            type = Documents.OCI_INDEX;
          }
        });
    fails(
        "has an index of five thousand",
        FailureKind.BAD_SPEC,
        (registry, _) -> {
          byte[] inner = TestImage.small().servedBy(registry).manifest();
          byte[] outer = index((entry(inner, OCI) + ",").repeat(5_000) + entry(inner, OCI));
          TestImage.manifestServed(registry, "1", outer, Documents.OCI_INDEX);
        });
    fails(
        "has nothing for this machine",
        FailureKind.BAD_SPEC,
        (registry, _) -> {
          byte[] inner = TestImage.small().servedBy(registry).manifest();
          String other =
              entry(inner, OCI)
                  .replaceFirst(
                      "\\}$", ",\"platform\":{\"os\":\"plan9\",\"architecture\":\"mips\"}}");
          TestImage.manifestServed(registry, "1", index(other), Documents.OCI_INDEX);
        });
    fails(
        "sends another manifest than its index says",
        FailureKind.UNAVAILABLE,
        (registry, _) -> {
          TestImage image = TestImage.small().servedBy(registry);
          byte[] outer = index(entry(image.manifest(), OCI));
          TestImage.manifestServed(registry, "1", outer, Documents.OCI_INDEX);
          registry.on(
              TestImage.manifestPath(Digest.of(image.manifest()).toString()),
              (_, answer) -> answer.header("Content-Type", OCI).send(TestImage.large().manifest()));
        });
  }

  private static String entry(byte[] manifest, String type) {
    return TestImage.descriptor(type, manifest);
  }

  private static byte[] index(String entries) {
    return ("{\"schemaVersion\":2,\"manifests\":[" + entries + "]}")
        .getBytes(StandardCharsets.UTF_8);
  }

  private void contents() {
    fails(
        "has fewer layers in its configuration",
        FailureKind.BAD_SPEC,
        image(TestImage.small().missingDiffId()));
    fails(
        "has another layer in its configuration",
        FailureKind.BAD_SPEC,
        image(TestImage.small().wrongDiffId()));
    byte[] zeros = new TarText().file("zeros", "\0".repeat(20 << 20)).done();
    fails("has a gzip bomb", FailureKind.BAD_SPEC, image(new TestImage().layer(zeros)));
    fails(
        "has a zstd bomb",
        FailureKind.BAD_SPEC,
        image(new TestImage().layer(zeros, TarText.Wrapping.ZSTD.wrap(zeros))));
    byte[] archive = new TarText().file("f", "x").done();
    fails(
        "has gzip in gzip",
        FailureKind.BAD_SPEC,
        image(new TestImage().layer(archive, TarText.gzip(TarText.gzip(archive)))));
    byte[] gzip = TarText.gzip(archive);
    fails(
        "has garbage after gzip",
        FailureKind.BAD_SPEC,
        image(new TestImage().layer(archive, Arrays.copyOf(gzip, gzip.length + 7))));
    fails(
        "has a layer that goes up",
        FailureKind.BAD_SPEC,
        image(TestImage.small().layer(new TarText().file("../../evil", "x").done())));
    fails(
        "has an image for another machine",
        FailureKind.BAD_SPEC,
        (registry, _) -> {
          TestImage image = TestImage.small().servedBy(registry);
          byte[] config = image.config("mips");
          String text =
              image
                  .manifestText()
                  .replaceFirst(
                      "\"config\":\\{[^}]*\\}",
                      "\"config\":"
                          + TestImage.descriptor(
                              "application/vnd.oci.image.config.v1+json", config));
          registry.on(TestImage.blobPath(Digest.of(config)), TestImage.ranged(config));
          TestImage.manifestServed(registry, "1", text.getBytes(StandardCharsets.UTF_8), OCI);
        });
    fails(
        "has a configuration that is no object",
        FailureKind.BAD_SPEC,
        (registry, _) -> {
          TestImage image = TestImage.small().servedBy(registry);
          byte[] config = "[1,2,3]".getBytes(StandardCharsets.US_ASCII);
          String text =
              image
                  .manifestText()
                  .replaceFirst(
                      "\"config\":\\{[^}]*\\}", "\"config\":" + TestImage.descriptor("x", config));
          registry.on(TestImage.blobPath(Digest.of(config)), TestImage.ranged(config));
          TestImage.manifestServed(registry, "1", text.getBytes(StandardCharsets.UTF_8), OCI);
        });
  }
}
