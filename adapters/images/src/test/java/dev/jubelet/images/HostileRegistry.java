package dev.jubelet.images;

import dev.jubelet.ports.FailureKind;
import dev.jubelet.testkit.Await;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** What registries can do wrong, and what must come of it. */
final class HostileRegistry {
  static final byte[] NOTHING = {};

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
    HostileHosts.addTo(list);
    HostileDocuments.addTo(list);
    return list.all;
  }

  void fails(String name, FailureKind kind, Setting setting) {
    all.add(new Misbehaviour(name, kind, false, setting));
  }

  void works(String name, Setting setting) {
    all.add(new Misbehaviour(name, null, false, setting));
  }

  void timesOut(String name, Setting setting) {
    all.add(new Misbehaviour(name, FailureKind.TIMED_OUT, true, setting));
  }

  /** A good image whose first layer is served otherwise. */
  static Setting layer(TestImage image, TestRegistry.Behaviour behaviour) {
    return (registry, _) -> {
      image.servedBy(registry);
      registry.on(TestImage.blobPath(image.layerDigest(0)), behaviour);
    };
  }

  static Setting layer(TestRegistry.Behaviour behaviour) {
    return layer(TestImage.small(), behaviour);
  }

  static Setting always(TestRegistry.Behaviour behaviour) {
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

  static void chunk(TestRegistry.Answer answer, byte[] bytes) throws IOException {
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
                Await.pause(Duration.ofMillis(20));
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
          HostileHosts.asksFor(registry, "Bearer realm=\"http://" + registry.host() + "/token\"");
          registry.on(
              "/token",
              (_, answer) -> {
                answer.header("Content-Length", "1000").head();
                answer.hang();
              });
        });
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
}
