package dev.jubelet.cluster.objects;

import dev.jubelet.cluster.client.ApiContext;
import dev.jubelet.cluster.client.ApiFailure;
import dev.jubelet.json.Json;
import dev.jubelet.json.JsonObject;
import dev.jubelet.json.Node;
import dev.jubelet.model.objects.Blob;
import dev.jubelet.model.objects.ObjectReference;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.volume.projection.ServiceAccountTokenProjection;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.Journal;
import dev.jubelet.ports.OutsideFailure;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * One token of a pod's service account, renewed after four fifths of its life or a day. It is held
 * in memory only, and no message ever has it.
 */
final class WatchedToken extends PolledObject<WatchedToken.Token> {
  private static final Duration LONGEST = Duration.ofHours(24);
  private static final Duration SPREAD = Duration.ofSeconds(10);
  private static final Duration SHORTEST = Duration.ofSeconds(10);
  private static final long SECONDS = 3600;

  /** What makes one token another than that of the next pod, or of the same for somebody else. */
  record Key(
      String namespace,
      String pod,
      String uid,
      String account,
      String audience,
      long expirationSeconds) {
    static Key of(Pod pod, ServiceAccountTokenProjection wanted) {
      return new Key(
          pod.metadata().namespace(),
          pod.metadata().name(),
          pod.metadata().uid(),
          pod.spec().serviceAccountName().isEmpty() ? "default" : pod.spec().serviceAccountName(),
          wanted.audience(),
          Objects.requireNonNullElse(wanted.expirationSeconds(), SECONDS));
    }
  }

  /**
   * @param end on our own clock, since the machine's may differ from the server's
   */
  record Token(Blob text, Instant end) {}

  private final Key key;

  WatchedToken(Key key, ApiContext context, Duration patience, Consumer<ObjectReference> told) {
    super(
        "token for " + key.namespace() + "/" + key.pod(),
        context,
        patience,
        new ObjectReference("ServiceAccountToken", key.namespace(), key.pod()),
        told);
    this.key = key;
  }

  Optional<Blob> find() {
    Token token =
        cached.ask("failed to fetch token: no answer from the API server yet").orElseThrow();
    if (context.time().now().isAfter(token.end())) {
      throw new OutsideFailure(
          FailureKind.UNAVAILABLE, "token of " + key.account() + " expired and refresh failed");
    }
    return Optional.of(token.text());
  }

  /** Only who has no token, or an old one, is in a hurry. */
  @Override
  void hurry(Duration delay) {
    Optional<Token> known = cached.soFar();
    boolean old =
        known.isEmpty()
            || context.time().now().isAfter(known.get().end().minus(life(key.expirationSeconds())));
    if (old) {
      super.hurry(delay);
    }
  }

  private static Duration life(long seconds) {
    return Duration.ofSeconds(seconds).dividedBy(5);
  }

  @Override
  Optional<Duration> look() {
    try {
      Node.Fields answer =
          context
              .api()
              .create(
                  "/api/v1/namespaces/%s/serviceaccounts/%s/token"
                      .formatted(key.namespace(), key.account()),
                  request());
      return Optional.of(take(answer));
    } catch (ApiFailure failure) {
      cached.trouble("failed to fetch token: " + failure.getMessage());
      context
          .journal()
          .write(
              Journal.Level.DETAIL,
              "NoToken",
              "no token of service account %s/%s for pod %s: %s"
                  .formatted(key.namespace(), key.account(), key.pod(), failure.getMessage()));
      return Optional.of(afterFailure());
    }
  }

  private Duration take(Node.Fields answer) {
    String text = answer.object("status").text("token");
    if (text.isEmpty()) {
      throw ApiFailure.noAnswer("the answer has no token");
    }
    long seconds = key.expirationSeconds();
    if (answer.object("spec").value("expirationSeconds") instanceof Node.Numeral granted
        && granted.text().matches("[1-9][0-9]{0,9}")) {
      seconds = Long.parseLong(granted.text());
    }
    Duration whole = Duration.ofSeconds(seconds);
    retry.forget();
    learn(new Token(Blob.of(text), context.time().now().plus(whole)));
    Duration use = whole.minus(life(seconds));
    Duration due =
        (use.compareTo(LONGEST) > 0 ? LONGEST : use)
            .minusNanos((long) (SPREAD.toNanos() * context.jitter().next()));
    return due.compareTo(SHORTEST) < 0 ? SHORTEST : due;
  }

  private Node.Fields request() {
    JsonObject spec =
        new JsonObject()
            .put("expirationSeconds", key.expirationSeconds())
            .put(
                "boundObjectRef",
                new JsonObject()
                    .put("apiVersion", "v1")
                    .put("kind", "Pod")
                    .put("name", key.pod())
                    .put("uid", key.uid()));
    // Without an audience the token is for the API server itself.
    if (!key.audience().isEmpty()) {
      spec.put("audiences", Json.texts(List.of(key.audience())));
    }
    return new JsonObject()
        .put("apiVersion", "authentication.k8s.io/v1")
        .put("kind", "TokenRequest")
        .put("spec", spec)
        .build();
  }
}
