package dev.jubelet.cluster.reviews;

import dev.jubelet.cluster.client.ApiFailure;
import dev.jubelet.cluster.client.ApiServer;
import dev.jubelet.json.Json;
import dev.jubelet.json.JsonObject;
import dev.jubelet.json.Node;
import dev.jubelet.model.access.AccessAttributes;
import dev.jubelet.model.access.UserInfo;
import dev.jubelet.ports.AccessReviews;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import dev.jubelet.ports.TokenReviews;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Callers of the node's port, judged by the API server: TokenReview and SubjectAccessReview. An
 * answer that is not clearly a yes is a no.
 */
public final class ApiReviews implements TokenReviews, AccessReviews {
  private static final String TOKENS = "/apis/authentication.k8s.io/v1/tokenreviews";
  private static final String ACCESS = "/apis/authorization.k8s.io/v1/subjectaccessreviews";

  /** Kubernetes: so often and with such pauses webhooks are asked again. */
  private static final int TRIES = 5;

  private static final Duration FIRST_PAUSE = Duration.ofMillis(500);
  private static final double FACTOR = 1.5;

  private final ApiServer api;
  private final Pause pause;

  /** Waits; tests do not. */
  @FunctionalInterface
  interface Pause {
    void take(Duration time) throws InterruptedException;
  }

  public ApiReviews(ApiServer api) {
    this(api, Thread::sleep);
  }

  ApiReviews(ApiServer api, Pause pause) {
    this.api = api;
    this.pause = pause;
  }

  @Override
  public Optional<UserInfo> review(String token) {
    Node.Fields review =
        new JsonObject()
            .put("apiVersion", "authentication.k8s.io/v1")
            .put("kind", "TokenReview")
            .put("spec", new JsonObject().put("token", token))
            .build();
    Node.Fields status = ask(TOKENS, review).object("status");
    if (!isTrue(status.value("authenticated"))) {
      return Optional.empty();
    }
    Node.Fields user = status.object("user");
    return Optional.of(
        new UserInfo(
            user.text("username"),
            user.text("uid"),
            user.texts("groups"),
            extra(user.object("extra"))));
  }

  @Override
  public boolean allowed(UserInfo user, AccessAttributes attributes) {
    JsonObject spec =
        new JsonObject()
            .put(
                "resourceAttributes",
                new JsonObject()
                    .put("verb", attributes.verb())
                    .put("version", "v1")
                    .put("resource", attributes.resource())
                    .put("subresource", attributes.subresource())
                    .put("name", attributes.name()))
            .put("user", user.name())
            .put("groups", Json.texts(user.groups()))
            .put("uid", user.uid());
    if (!user.extra().isEmpty()) {
      JsonObject extra = new JsonObject();
      user.extra().forEach((key, values) -> extra.put(key, Json.texts(values)));
      spec.put("extra", extra);
    }
    Node.Fields review =
        new JsonObject()
            .put("apiVersion", "authorization.k8s.io/v1")
            .put("kind", "SubjectAccessReview")
            .put("spec", spec)
            .build();
    Node.Fields status = ask(ACCESS, review).object("status");
    boolean denied = isTrue(status.value("denied"));
    boolean allowed = isTrue(status.value("allowed"));
    if (allowed && denied) {
      throw new OutsideFailure(
          FailureKind.INTERNAL, "the API server both allows and denies the same");
    }
    return allowed;
  }

  private Node.Fields ask(String path, Node.Fields review) {
    Duration wait = FIRST_PAUSE;
    for (int left = TRIES - 1; ; left--) {
      try {
        return api.create(path, review);
      } catch (ApiFailure failed) {
        boolean later = failed.passing() && failed.code() != ApiFailure.NO_ANSWER;
        if (!later || left == 0) {
          // Not the message: it may repeat what was asked, and that has the token in it.
          throw new OutsideFailure(
              failed.code() == ApiFailure.NO_ANSWER
                  ? FailureKind.UNAVAILABLE
                  : FailureKind.INTERNAL,
              failed.code() == ApiFailure.NO_ANSWER
                  ? "the API server does not answer"
                  : "the API server answers %d %s".formatted(failed.code(), failed.reason()));
        }
      }
      rest(wait);
      wait = Duration.ofMillis((long) (wait.toMillis() * FACTOR));
    }
  }

  private void rest(Duration time) {
    try {
      pause.take(time);
    } catch (InterruptedException clientGone) {
      Thread.currentThread().interrupt();
      throw new OutsideFailure(FailureKind.TIMED_OUT, "interrupted", clientGone);
    }
  }

  private static Map<String, List<String>> extra(Node.Fields fields) {
    Map<String, List<String>> extra = new LinkedHashMap<>();
    fields.fields().keySet().forEach(name -> extra.put(name, fields.texts(name)));
    return extra;
  }

  private static boolean isTrue(@Nullable Node node) {
    return node instanceof Node.Bool bool && bool.value();
  }
}
